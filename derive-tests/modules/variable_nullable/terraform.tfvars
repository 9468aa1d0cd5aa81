kept     = null
replaced = null
