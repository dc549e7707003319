/** An id that no other message has. */
export function newMessageId(): string {
  // randomUUID is only there where a page came over TLS or from this computer
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
