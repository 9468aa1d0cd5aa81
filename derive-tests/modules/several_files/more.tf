locals { b = 2 }
