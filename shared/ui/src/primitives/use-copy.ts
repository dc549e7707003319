import { useBriefly } from '../time/use-briefly.ts'

/**
 * Puts a text on the clipboard and says for two seconds that it is there. `onRefused` hears that the
 * browser did not allow it, or that the page has no clipboard at all, as on plain http.
 */
export function useCopy(onRefused: () => void) {
  const [isCopied, sayCopied] = useBriefly()

  async function copyText(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      sayCopied()
    } catch {
      onRefused()
    }
  }

  return [isCopied, copyText] as const
}
