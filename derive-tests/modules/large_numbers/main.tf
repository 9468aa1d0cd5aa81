output "big" { value = tostring(123456789012345678901234567890) }
output "precise" { value = 9007199254740993 - 9007199254740992 }
output "power" { value = pow(2, 64) == 18446744073709551616 }
