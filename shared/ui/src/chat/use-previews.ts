import { useEffect, useRef } from 'react'

/** Gives attached files an address for as long as the chat is on the screen. */
export function usePreviews() {
  const urls = useRef<string[]>([])

  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made.splice(0)) URL.revokeObjectURL(url)
    }
  }, [])

  return function preview(file: File): string {
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    return url
  }
}
