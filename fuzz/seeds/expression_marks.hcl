[nonsensitive(max(secn, 1)), u_n, issensitive(sec), nonsensitive("${sec}")]
