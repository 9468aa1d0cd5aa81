{"region": "a", "service": {"web": {}}} {"region": "b"}
#----
"region"
#----
{"region": }
#----
{"region": [1, ]}
#----
{'region': 1}
#----
{
  "region": True,
  "port": NaN
}
#----
{"region": 01}
#----
{"region": "a\d", "port": "\u12"}
#----
{"region": "a
b"}
#----
{region: 1}
#----
{"region" = 1}
#----
{"region", "port"}
#----
{"region": 1, "port": 2,}
#----
{
  "region": 1
  "port": 2
}
#----
{"region": 1, // the region
 "port": 2}
#----
{"region": {"port": 1]}
#----
[{"region": 1}
#----
[{"region": "a": 1]
#----
[{"region": 1}}
#----
{
  "zones": ["a", "b",],
  "more": {"a": 1,},
  "port": [1,, 2],
  "last": {"a": 1,, "b": 2},
  "bad": nope
}
#----
{
  // the region
  "region": "eu", # here
  /* the
     port */
  "port": nope
} // end
#----
{
  "region": var.region,
  "zone": var.zones["a"].name,
  "size": max(1, length(var.list)) + 1,
  "bare": ${var.region},
  "bad": nope
}
#----
{
  "text": "one
two",
  "tab": "a	b",
  "bad": nope
}
#----
{
  "text": "one,
  "bad": nope,
  "last: 1
}
#----
{
  "a": {
    "b": 1
}
#----
{
  "a": {
    "list": [
      1, 2
    "c": 2
  },
  "d": {
    "e": {
      "f": 1
  }
}
#----
{
  "a": {
    "list": [
      {"b": 1
    ]
  },
  "c": [
    [1, 2
  ]
}
#----
{"region": -01.5, "port": .5, "size": +1, "rate": 1.}
#----
{"region": 1 * 2, "port": nope}
#----
["a": 1]
#----
[1, {"region": 1}]
#----
{"region": {"${null}": 1}}
#----
{"region": {"${[1]}": 1}}
#----
{"region": {"a": 1, "${"a"}": 2}}
#----
{"region": {"a": 1, "${\"a\"}": 2}}
#----
{"region": 1, "region": 2}
#----
{"region": "${[1, ]}${", "port": 1}
#----
{"region": "a\n${\"b\" + nope}"}
#----
{"regoin": 1, "region": "a"}
#----
{"region": "a", "service": {}}
#----
{"region": "a", "service": {"web": 5}}
#----
{"region": "a", "service": "web"}
#----
{"region": "a", "service": [1]}
#----
{"service": {"web": {}}}
#----
{"region": "a", "dynamic": {"service": {"for_each": [1], "content": {}}}}
#----
{"region": "a", "dynamic": {"service": {"for_each": [1], "labels": ["a", "b"], "content": {}}}}
#----
{"region": "a", "dynamic": {"server": {"for_each": [1], "content": {}}}}
#----
{"region": "a", "dynamic": {"service": {}}}
#----
{ "a": [1, 2, "b": 3 }
