/** How many mails need the user; null while that is not known. */
export function useNeedsYou(): number | null {
  return null
}
