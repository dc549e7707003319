// Where the calendar's sign-in popup of the demo goes on to, after the time that the demo takes to
// connect (specification, section 4).
setTimeout(() => location.replace('oauth-success.html?calendar_connected=true'), 5000)
