const hosts =
  /(^|\.)(zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|webex\.com|whereby\.com|meet\.jit\.si|gotomeeting\.com|chime\.aws|meet\.goto\.com)$/

const MAX_CHARACTERS = 1000

/** The address of a video meeting, or null where a link leads somewhere else. */
export function meetingLink(href: string | undefined): string | null {
  const address = (href ?? '').trim()
  if (address.length > MAX_CHARACTERS || !URL.canParse(address)) return null
  const { protocol, hostname, pathname, href: full } = new URL(address)
  return protocol === 'https:' && hosts.test(hostname) && pathname !== '/' ? full : null
}
