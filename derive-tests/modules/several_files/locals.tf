locals { a = 1 }
