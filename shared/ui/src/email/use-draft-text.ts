import type { Email } from '@shortlist/contracts/mail'
import { useState } from 'react'
import { readUnsent, writeUnsent } from '../unsent.ts'

/** The reply to an email: what was proposed, until the user changes it. */
export function useDraftText({ id, analysis }: Email) {
  const proposed = analysis?.draftResponse ?? ''
  const [changed, setChanged] = useState(() => readUnsent('mail', id))

  function setText(text: string): void {
    const kept = text === proposed ? null : text
    setChanged(kept)
    writeUnsent('mail', id, kept)
  }

  return { hasDraft: proposed !== '', text: changed ?? proposed, setText }
}
