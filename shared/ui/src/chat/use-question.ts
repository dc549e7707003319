import type { Excerpt } from '@shortlist/contracts/chat'
import { estimateTokens, IMAGE_TOKENS } from '@shortlist/contracts/limits'
import { useEffect, useRef, useState } from 'react'
import { excerptTokens } from './excerpt-tokens.ts'
import { type ExcerptHost, useAttachedExcerpt } from './use-attached-excerpt.ts'
import { useDraft } from './use-draft.ts'

/** The question that is being written: its text, what goes with it, and the box it stands in. */
export function useQuestion(chat: string, host: ExcerptHost) {
  const { draft, setDraft } = useDraft(chat)
  const [image, setImage] = useState<File | null>(null)
  const { excerpt, setExcerpt, giveBack } = useAttachedExcerpt(host)
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // whoever attaches something wants to ask about it
    if (excerpt) field.current?.focus()
  }, [excerpt])

  function fill(text: string, about?: Excerpt): void {
    setDraft(text)
    if (about) setExcerpt(about)
    field.current?.focus()
  }

  /** Empties the box and returns what stood in it. */
  function take() {
    const attached = { image: image ?? undefined, excerpt: excerpt ?? undefined }
    setDraft('')
    setImage(null)
    if (excerpt) setExcerpt(null)
    return { text: draft.trim(), ...attached }
  }

  const imageTokens = image ? IMAGE_TOKENS : 0
  const tokens = estimateTokens(draft) + imageTokens + excerptTokens(excerpt)
  return {
    field,
    draft,
    setDraft,
    image,
    setImage,
    excerpt,
    setExcerpt,
    giveBack,
    fill,
    take,
    tokens,
  }
}
