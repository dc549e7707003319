/** An address that may be opened in a tab: http or https, else null. */
export function safeLink(address: string): string | null {
  if (!URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}

/** At most `length` characters (UTF-16 units) of a text, then "..." where something was left out, here or before. */
export function truncate(text: string, length: number): string {
  if (text.length <= (text.endsWith('...') ? length + 3 : length)) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1))
  return `${text.slice(0, isSplit ? length - 1 : length)}...`
}
