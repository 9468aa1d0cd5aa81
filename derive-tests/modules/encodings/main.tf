output "base64" { value = [base64encode("hello"), base64decode("aGVsbG8=")] }
output "url" { value = urlencode("a b&c") }
output "csv" { value = csvdecode("a,b\n1,2\n3,4\n") }
output "hex" { value = md5("hello") }
output "sha1" { value = sha1("hello") }
