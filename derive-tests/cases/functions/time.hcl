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

formatdate("YYYY YY MMMM MMM MM M DD D EEEE EEE", "2006-01-02T15:04:05-07:00")
# => "2006 06 January Jan 01 1 02 2 Monday Mon"

formatdate("hh h HH H AA aa mm m ss s Z ZZZ ZZZZ ZZZZZ", "2006-01-02T15:04:05-07:00")
# => "15 15 03 3 PM pm 04 4 05 5 -07:00 -0700 -0700 -07:00"

formatdate("H aa Z ZZZ ZZZZ", "2006-01-02T00:04:05+00:00")
# => "12 am Z UTC +0000"

[for it in ["'o''clock' '' ''''", "'Z''", "é 1!", ""] : formatdate(it, "2006-01-02T15:04:05Z")]
# => ["o'clock ' ''", "Z'", "é 1!", ""]

[for it in ["Y", "YYY", "MMMMM", "DDD", "E", "hhh"] : can(formatdate(it, "2006-01-02T15:04:05Z"))]
# => [false, false, false, false, false, false]

[for it in ["A", "aaa", "ZZ", "x", "'a", "'"] : can(formatdate(it, "2006-01-02T15:04:05Z"))]
# => [false, false, false, false, false, false]
