formatdate("DD MMM YYYY hh:mm:ss ZZZ", "2018-01-02T23:12:01Z")
# => "02 Jan 2018 23:12:01 UTC"

formatdate("EEEE, D MMMM 'at' H:mmaa", "2018-01-02T15:04:05+02:00")
# => "Tuesday, 2 January at 3:04pm"

formatdate("JJ", "2018-01-02T23:12:01Z")
# error: 1:13 Invalid function argument

formatdate("YYYY", "2018-02-30T00:00:00Z")
# error: 1:21 Invalid function argument

timeadd("2017-11-22T00:00:00Z", "-1h30m10s")
# => "2017-11-21T22:29:50Z"

timeadd("2017-11-22T00:00:00+01:00", "1.5h")
# => "2017-11-22T01:30:00+01:00"

timeadd("2017-11-22T00:00:00Z", "1 day")
# error: 1:1 Error in function call

timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00+01:00")
# => 0

timecmp("2017-11-22T00:00:01Z", "2017-11-22T00:00:00Z")
# => 1

timecmp("today", "2017-11-22T00:00:00Z")
# error: 1:10 Invalid function argument

timestamp()
# => "1970-01-01T00:00:00Z"

plantimestamp()
# => "1970-01-01T00:00:00Z"
