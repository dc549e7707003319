import type { Header } from 'postal-mime'

/** Whether a program wrote to many, by its own account (RFC 2369, 2919, 3834). */
export function isBulk(headers: readonly Header[]): boolean {
  return headers.some(({ key, value }) => {
    if (key === 'list-unsubscribe' || key === 'list-id') return true
    if (key === 'precedence') return /^(bulk|list|junk)\b/i.test(value)
    return key === 'auto-submitted' && !/^no\b/i.test(value)
  })
}
