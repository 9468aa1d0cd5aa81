#: "="
#@ 2
variable "ami" {
  type string
}
#----
#: colon
#@ 1
tags = { for k, v in var.tags k => v }
#----
#: =>
#@ 1
tags = { for k, v in var.tags : k -> v }
#----
#: =>
#@ 1
tags = { for k, v in var.tags : k = v }
#----
#: bracket
#@ 2
resource "a" "b" {
  count = length(var.zones
}
#----
#: operator
#@ 1
name = var.region "-web"
#----
#: ${
#@ 1
name = var.region-"web"
#----
#: quotes
#@ 1
engine_version = 5.7.mysql_aurora.2.10
#----
#: quotes
#@ 1
cidr = 10.0.0.0/16
#----
#: quotes
#@ 2
ingress {
  cidr_blocks = [0.0.0.0/0]
}
#----
#: comma
#@ 2
ingress {
  cidr_blocks = ["10.0.0.0/8" "10.1.0.0/16"]
}
#----
#: "="
#@ 2
provider "aws" {
  region: "eu-west-1"
}
#----
#: brace
#@ 1
provider "aws"
  region = "eu-west-1"
}
#----
#: }
#@ 1
locals {
  a = 1
  b = 2
#----
#: object
#@ 3
module "x" {
  source = "./x"
  providers.aws = "a"
}
#----
#: condition ? value : other
#@ 1
size = var.enabled ? "big" else "small"
#----
#: :
#@ 1
size = var.enabled ? "big" , "small"
#----
#: parenthes
#@ 2
policy = jsonencode({
  Version = "2012-10-17"
}
name = "a"
#----
#: "="
#@ 3
policy = jsonencode({
  Statement = [{
    Effect "Allow"
  }]
})
#----
#: comma
#@ 3
policy = jsonencode({
  Action = ["s3:Get"],
  Effect = "Allow" Resource = "*"
})
#----
#: $${
#@ 2
user_data = <<EOF
echo ${HOME}
EOF
#----
#: $${
#@ 2
user_data = <<EOF
echo ${1:-default}
EOF
#----
#: %%{
#@ 2
log = <<EOF
%{time} %{message}
EOF
#----
#: EOF
#@ 1
user_data = <<EOF
echo hi
  EOF # end
name = "a"
#----
#: EOF
#@ 2
user_data = <<EOF
echo hi EOF
name = "a"
#----
#: contains(
#@ 1
on = var.region == "a" or "b"
#----
#: ||
#@ 1
on = var.enabled || or var.enabled
#----
#: ==
#@ 1
on = var.region = "eu"
#----
#: index
#@ 1
name = var.instances.name
#----
#: number
#@ 1
size = var.instances["first"].size
#----
#: length(
#@ 1
size = count(var.zones)
#----
#: each
#@ 1
name = each.key
#----
#: region
#@ 1
name = var.regoin
#----
#: null
#@ 1
team = var.nothing.name
#----
#: join(
#@ 1
name = "zones: ${var.zones}"
#----
#: format(
#@ 1
name = "web-%d" % var.count
#----
#: lookup
#@ 1
name = var.tags["name"]
#----
#: tonumber
#@ 1
size = int(var.count)
#----
#: merge(
#@ 1
tags = var.tags + { a = 1 }
#----
#: toset(
#@ 1
zones = set(var.zones)
#----
#: substr(
#@ 1
name = left(var.region, 2)
#----
#: replace(
#@ 1
name = var.region.replace("-", "_")
#----
#: startswith(
#@ 1
on = var.region.startsWith("eu")
#----
#: brackets
#@ 1
default = "a", "b"
#----
#: comment
#@ 1
/ todo: remove this
name = "a"
#----
#: #
#@ 1
* name of the thing
name = "a"
#----
#: */
#@ 1
/* header
name = "a"
#----
#: remove
#@ 3
a = 1
b = 2
}
c = 3
#----
#: conflict
#@ 2
a = 1
=======
b = 2
#----
#: conflict
#@ 3
a {
  b = 1
<<<<<<< HEAD
  c = 1
=======
  c = 2
>>>>>>> main
}
#----
#: quotes
#@ 3
job "web" {
  group "a" {
    count = 1 instance
  }
}
#----
#: quotes
#@ 2
check {
  interval = 10s
}
#----
#: quotes
#@ 2
resources {
  memory = 256MB
}
#----
#: "="
#@ 2
config {
  image "nginx:1.25"
}
#----
#: quotes
#@ 2
config {
  image = nginx:1.25
}
#----
#: comma
#@ 2
config {
  ports = ["http", "https" "admin"]
}
#----
#: quotes
#@ 2
config {
  args = [-config, /etc/app]
}
#----
#: $${
#@ 2
template {
  data = "{{ key \"a\" }} ${NOMAD_ADDR}"
}
#----
#: program
#@ 2
env {
  PORT = {{ env "NOMAD_PORT" }}
}
#----
#: put quotes around
#@ 2
constraint {
  attribute = ${attr.kernel.name}
}
#----
#: brace
#@ 2
task "a" {
  config
  {
    image = "x"
  }
}
#----
#: label
#@ 1
job [web] {
}
#----
#: object
#@ 2
meta {
  owner.name = "x"
}
#----
#: quotes
#@ 2
affinity {
  weight = 50%
}
#----
#: "="
#@ 2
update {
  max_parallel - 1
}
#----
#: "="
#@ 2
update {
  max_parallel ~ 1
}
#----
#: remove
#@ 2
update {
  max_parallel = 1,
}
#----
#: line of its own
#@ 2
update {
  max_parallel = 1; canary = 1
}
#----
#: ${
#@ 1
ami_name = "web-{{timestamp}}" + var.region
#----
#: label
#@ 1
source amazon-ebs.web {
}
#----
#: closing bracket
#@ 2
build {
  sources = [var.region
}
#----
#: "="
#@ 2
provisioner "shell" {
  inline ["echo a"]
}
#----
#: \"
#@ 2
provisioner "shell" {
  inline = ["echo "hi""]
}
#----
#: \\
#@ 2
provisioner "powershell" {
  script = "C:\Users\new"
}
#----
#: without
#@ 1
name = {{user `name`}}
#----
#: ${
#@ 1
name = "${var.region)"
#----
#: }
#@ 1
name = "${var.region"
#----
#: quotes
#@ 2
target "app" {
  tags = [app:latest]
}
#----
#: quotes
#@ 2
target "app" {
  platforms = [linux/amd64, linux/arm64]
}
#----
#: quotes
#@ 2
target "app" {
  context = .
}
#----
#: quotes
#@ 2
target "app" {
  dockerfile = ./docker/Dockerfile
}
#----
#: brackets
#@ 2
target "app" {
  tags = "a:1", "a:2"
}
#----
#: =
#@ 2
target "app" {
  args { GO_VERSION: "1.22" }
}
#----
#: "="
#@ 2
group "default" {
  targets: ["app"]
}
#----
#: comma
#@ 3
group "default" {
  targets = [
    "app"
    "db"
  ]
}
#----
#: quote
#@ 2
target "app" {
  tags = ["a:1, "a:2"]
}
#----
#: quote
#@ 2
target "app" {
  tags = ["a:1", a:2"]
}
#----
#: name = condition ? value : other
#@ 2
target "app" {
  if (PUSH) {
    output = ["type=registry"]
  }
}
#----
#: label
#@ 1
path secret/data/* {
  capabilities = ["read"]
}
#----
#: "="
#@ 2
path "secret/*" {
  capabilities ["read"]
}
#----
#: double quotes
#@ 2
path "secret/*" {
  capabilities = ['read', 'list']
}
#----
#: closing quote
#@ 1
path "secret/* {
  capabilities = ["read"]
}
#----
#: remove
#@ 2
path "secret/*" {
  capabilities = ["read" , , "list"]
}
#----
#: quotes
#@ 2
listener "tcp" {
  address = 0.0.0.0:8200
}
#----
#: quotes
#@ 2
listener "tcp" {
  address = :8200
}
#----
#: remove the comma
#@ 2
listener "tcp" {
  tls_disable = false,
  address = "a"
}
#----
#: "="
#@ 2
storage "file" {
  path => "/data"
}
#----
#: quotes
#@ 1
api_addr = http://127.0.0.1:8200
#----
#: }
#@ 2
storage "file" {
  path = "/data"
listener "tcp" {
  address = "a"
}
#----
#: remove
#@ 1
string name = "web";
#----
#: name = value
#@ 1
public string Name { get; set; }
#----
#: != null
#@ 1
on = var.nothing is not null
#----
#: length(
#@ 1
on = string.IsNullOrEmpty(var.region)
#----
#: [for
#@ 1
names = var.zones.Select(z => z.ToUpper())
#----
#: [for
#@ 1
names = var.zones.map { it.uppercase() }
#----
#: { name = value }
#@ 1
tags = mapOf("a" to 1)
#----
#: [
#@ 1
zones = listOf("a", "b")
#----
#: [
#@ 1
zones = new[] { "a", "b" }
#----
#: [
#@ 1
zones = new List<string> { "a" }
#----
#: object
#@ 1
opts = new { port = 80 }
#----
#: conditional
#@ 1
size = var.count switch { 1 => "a", _ => "b" }
#----
#: =
#@ 1
opts = [port: 80]
#----
#: sign
#@ 1
opts = %{a: 1, b: 2}
#----
#: quotes
#@ 1
mode = :prod
#----
#: quotes
#@ 1
words = ~w(a b c)
#----
#: heredoc
#@ 1
text = """
line
"""
#----
#: ||
#@ 1
on = var.enabled -or $false
#----
#: !
#@ 1
on = -not $true
#----
#: without
#@ 1
name = $env:HOME
#----
#: without
#@ 1
name = "web"
other = ${name}
#----
#: join(
#@ 1
name = $zones -join ","
#----
#: [
#@ 1
zones = @(1,2,3)
#----
#: heredoc
#@ 1
name = @'
a
'@
#----
#: param
#@ 1
param location string = 'westeurope'
#----
#: =
#@ 1
output id string = var.region
#----
#: "="
#@ 1
sku: {
  name: 'Standard'
}
#----
#: closing bracket
#@ 1
names = [for z in var.zones: z
a = 1
#----
#: for key, value in map
#@ 1
names = [for (z, i) in var.zones: z]
#----
#: {
#@ 1
go_binary(
  name = "app",
  srcs = ["main.go"],
)
#----
#: contains(
#@ 1
on = "a" in var.zones and not var.enabled
#----
#: name = value
#@ 1
inherit (pkgs) git curl;
#----
#: quotes
#@ 1
src = ./.;
#----
#: [
#@ 1
packages = with pkgs; [ git curl ];
#----
#: without dots
#@ 1
services.nginx.enable = true;
#----
#: heredoc
#@ 1
script = ''
  echo hi
'';
#----
#: "="
#@ 1
replicas: *1 | int
#----
#: "="
#@ 1
port: int & >1024
#----
#: "="
#@ 1
name?: string
#----
#: merge(
#@ 1
opts = { a: 1 } + { b: 2 }
#----
#: "="
#@ 1
hidden:: 1
#----
#: name = value
#@ 1
local f(x) = x + 1
#----
#: import
#@ 1
import "a.libsonnet"
#----
#: file
#@ 1
data = importstr "a.txt"
#----
#: value
#@ 2
server {
  port =
}
#----
#: value
#@ 2
server {
  port = 
  host = "a"
}
#----
#: closing bracket
#@ 2
server {
  hosts = ["a", 
  port = 80
}
#----
#: closing bracket
#@ 2
server {
  hosts = ["a"
}
#----
#: closing brace
#@ 2
server {
  tags = { a = 1
  port = 80
}
#----
#: closing quote
#@ 2
server {
  host = "a
  port = 80
}
#----
#: parenthesis
#@ 2
server {
  host = upper("a"
  port = 80
}
#----
#: name
#@ 2
server {
  host = var.
}
#----
#: value
#@ 2
server {
  host = var.region ==
  port = 80
}
#----
#: other
#@ 2
server {
  host = var.enabled ? "a" :
  port = 80
}
#----
#: value
#@ 2
server {
  host = var.enabled ?
  port = 80
}
#----
#: =
#@ 2
server {
  host
  port = 80
}
#----
#: }
#@ 3
server {
  port = 80
  listener {
    a = 1
}
#----
#: {
#@ 2
server {
  listener
    a = 1
  }
}
#----
#: in
#@ 1
names = [for z var.zones : z]
#----
#: value
#@ 1
names = [for z in var.zones : ]
#----
#: value
#@ 1
names = [for z in : z]
#----
#: value
#@ 1
size = max(, 2)
#----
#: endif
#@ 1
name = "%{ if var.enabled }a%{ else }b"
#----
#: value
#@ 1
name = "${}"
#----
#: operator
#@ 1
name = "${var.region var.region}"
#----
#: remove
#@ 1
zones = [, "a"]
#----
#: remove
#@ 1
tags = { , a = 1 }
#----
#: comma
#@ 1
tags = { a = 1 : b = 2 }
#----
#: bracket
#@ 1
zones = "a"]
#----
#: remove
#@ 1
port = 80)
#----
#: quote
#@ 1
name = web"
#----
#: {
#@ 2
a = 1
server }
#----
#: more than once
#@ 4
server {
  port = 80
  host = "a"
  port = 81
}
#----
#: comma
#@ 3
{
  "a": 1
  "b": 2
}
#----
#: comma
#@ 2
{
  "a": 1,
}
#----
#: colon
#@ 3
{
  "a": {
    "b" {}
  }
}
#----
#: bracket
#@ 2
{
  "a": ["x", "y",
  "b": 1
}
#----
#: brace
#@ 2
{
  "a": {
    "b": 1,
  "c": 2
}
#----
#: quotes
#@ 2
{
  "a": yes
}
#----
#: ${
#@ 2
{
  "a": "x" + "y"
}
#----
#: ${
#@ 2
{
  "a": upper("x")
}
#----
#: \\
#@ 2
{
  "a": "C:\dir"
}
#----
#: \n
#@ 2
{
  "a": "x
  y"
}
#----
#: close
#@ 2
{
  "a": "x,
  "b": 1
}
#----
#: quotes
#@ 2
{
  a = 1
}
#----
#: comments
#@ 2
{
  # the name
  "a": 1
}
#----
#: remove
#@ 1
{ "a": 1 }}
#----
#: array
#@ 1
{ "a": 1 } { "b": 2 }
#----
#: zero
#@ 1
{ "a": 007 }
#----
#: number
#@ 1
{ "a": 1_000 }
#----
#: }
#@ 1
{ "a": "${var.region" , "b": 1 }
#----
#: brackets
#@ 1
{ "a": { "x", "y" } }
#----
#: object
#@ 1
{ "a": [ "k": 1 ] }
