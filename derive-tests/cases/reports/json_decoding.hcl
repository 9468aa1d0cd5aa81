{"check": {"path": "/"}}
#----
{"region": "a", "check": {}}
#----
{"region": "a", "check": []}
#----
{"region": "a", "check": [{"path": "/a"}, {"path": "/b"}]}
#----
{"region": "a", "check": {"path": "/"}, "cheek": {"path": "/"}}
#----
{"region": {}, "check": {"path": "/"}}
