/** An address that may be opened in a tab: http or https, else null. */
export function safeLink(address: string): string | null {
  if (!URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}
