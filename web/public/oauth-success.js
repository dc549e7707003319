// The result page of the calendar's sign-in (wire contract, section 8). It tells the page that
// opened it how the sign-in ended, and closes. A file of its own, because the content security
// policy allows no script inside the page.
;(() => {
  const errors = {
    no_code: 'Authorization code not received',
    no_user_id: 'User ID missing',
    oauth_failed: 'OAuth authentication failed',
  }
  const query = new URLSearchParams(location.search)
  const isConnected = query.get('calendar_connected') === 'true' && !query.has('error')
  const code = query.get('error') ?? ''
  const error = Object.hasOwn(errors, code) ? errors[code] : 'Unknown error occurred'
  const message = isConnected
    ? { type: 'GOOGLE_CALENDAR_OAUTH_SUCCESS', success: true }
    : { type: 'GOOGLE_CALENDAR_OAUTH_ERROR', success: false, error }

  const outcome = document.getElementById('outcome')
  outcome.textContent = isConnected ? 'Google Calendar Connected' : error
  outcome.className = isConnected ? 'good' : 'bad'

  window.opener?.postMessage(message, location.origin)
  // reaches the opener also where the provider has cut the tie between the two windows
  const channel = new BroadcastChannel('shortlist.oauth')
  channel.postMessage(message)
  setTimeout(() => window.close(), isConnected ? 1500 : 3000)
})()
