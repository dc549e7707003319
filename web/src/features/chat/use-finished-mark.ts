import { useClient } from '@shortlist/ui/client-provider.tsx'
import { useEffect, useState } from 'react'

/** "* " in front of the page title from the end of a reply that nobody watched until the next look. */
export function useFinishedMark(): '* ' | '' {
  const client = useClient()
  const [isUnseen, setUnseen] = useState(false)

  useEffect(() => {
    const stopHearing = client.on('chat-complete', () => setUnseen(document.hidden))
    const look = () => !document.hidden && setUnseen(false)
    document.addEventListener('visibilitychange', look)
    return () => {
      stopHearing()
      document.removeEventListener('visibilitychange', look)
    }
  }, [client])

  return isUnseen ? '* ' : ''
}
