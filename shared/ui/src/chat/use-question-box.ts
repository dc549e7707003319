import type { Excerpt } from '@shortlist/contracts/chat'
import {
  CHARACTERS_PER_TOKEN,
  EXCERPT_FRAME_TOKENS,
  estimateTokens,
  IMAGE_TOKENS,
} from '@shortlist/contracts/limits'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readUnsent, writeUnsent } from '../unsent.ts'
import { excerptTokens } from './excerpt.ts'

/** A question with what goes with it. */
export interface Asking {
  /** Without white space at its ends, and not empty. */
  readonly question: string
  readonly image: File | null
  readonly excerpt: Excerpt | null
}

/** A host that keeps the excerpt itself gives both. */
export interface ExcerptHost {
  /** What goes with the next question. */
  readonly excerpt?: Excerpt | null | undefined
  /** It was removed or sent (null), or it is to be attached again. */
  readonly onExcerptChange?: ((excerpt: Excerpt | null) => void) | undefined
}

/**
 * The box a question is written in, and what goes with it. The text survives leaving the chat and
 * coming back.
 */
export function useQuestionBox(chat: string, host: ExcerptHost) {
  const [question, keepQuestion] = useState(() => readUnsent('chat', chat) ?? '')
  const [image, setImage] = useState<File | null>(null)
  const { excerpt, setExcerpt, giveBack } = useAttachedExcerpt(host)
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // whoever attaches something wants to ask about it
    if (excerpt) field.current?.focus()
  }, [excerpt])

  function setQuestion(changed: string): void {
    keepQuestion(changed)
    writeUnsent('chat', chat, changed || null)
  }

  function fill(suggestion: string, about?: Excerpt): void {
    setQuestion(suggestion)
    if (about) setExcerpt(about)
    field.current?.focus()
  }

  /** Empties the box and returns what stood in it. */
  function take(): Asking {
    setQuestion('')
    setImage(null)
    if (excerpt) setExcerpt(null)
    return { question: question.trim(), image, excerpt }
  }

  const imageTokens = image ? IMAGE_TOKENS : 0
  const tokens = estimateTokens(question) + imageTokens + excerptTokens(excerpt)

  /** What the daemon counts the question at by itself, with instructions of so many tokens. */
  function tokensWith(instructionTokens: number): number {
    const characters = question.trim().length
    const about = excerpt ? excerptTokens(excerpt) + EXCERPT_FRAME_TOKENS : 0
    return Math.ceil(instructionTokens + characters / CHARACTERS_PER_TOKEN) + imageTokens + about
  }

  const content = { question, setQuestion, image, setImage, excerpt, setExcerpt }
  return { ...content, field, fill, take, giveBack, tokens, tokensWith }
}

/**
 * The excerpt that goes with the next question: the host's where it keeps one, else the chat's own,
 * which only "Try again" gives it.
 */
function useAttachedExcerpt({ excerpt: hosts = null, onExcerptChange }: ExcerptHost) {
  const [own, setOwn] = useState<Excerpt | null>(null)
  const excerpt = onExcerptChange ? hosts : own
  const setExcerpt = onExcerptChange ?? setOwn
  const latest = useRef({ excerpt, setExcerpt })

  useLayoutEffect(() => {
    latest.current = { excerpt, setExcerpt }
  })

  /** Attaches again what could not be sent, unless another one has come meanwhile. */
  function giveBack(unsent: Excerpt): void {
    if (!latest.current.excerpt) latest.current.setExcerpt(unsent)
  }

  return { excerpt, setExcerpt, giveBack }
}
