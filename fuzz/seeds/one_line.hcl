b "x" { x = [1, false] }
c a {}
c "b" { }
