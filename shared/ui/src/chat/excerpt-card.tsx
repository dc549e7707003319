import type { Excerpt } from '@shortlist/contracts/chat'
import { estimateTokens } from '@shortlist/contracts/limits'
import { FileText, TextQuote } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { safeLink, truncate } from '../safe-text.ts'

const count = new Intl.NumberFormat('en')

/** Every text about what a question carries of a web page. */
const excerptCopy = {
  label: ({ kind }: Excerpt, name: string) =>
    kind === 'page' ? `Page ${name}` : `Selection from ${name}`,
  size: (characters: number, tokens: number) =>
    `${count.format(characters)} characters, ~${count.format(tokens)} tokens`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  showAll: 'Show all',
  showLess: 'Show less',
  whole: 'Whole text',
} as const

/** What is seen of a text before somebody asks for all of it, in characters. */
const SHOWN = 80

interface ExcerptCardProps {
  readonly excerpt: Excerpt
  /** Takes it from the question that is being written; left out once it is sent. */
  readonly onRemove?: (() => void) | undefined
}

/** What was taken from a web page: where it is from and how it begins; it opens to all that is sent. */
export function ExcerptCard({ excerpt, onRemove }: ExcerptCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const whole = useId()
  const { kind, text } = excerpt
  const name = nameExcerpt(excerpt)
  const host = hostOf(excerpt)
  const Icon = kind === 'page' ? FileText : TextQuote

  return (
    <figure
      aria-label={excerptCopy.label(excerpt, name)}
      className="w-full min-w-0 rounded-md border border-border bg-surface-2 px-2.5 py-1 text-meta"
    >
      <figcaption className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-text-3" />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate">{name}</bdi>
          {host && (
            <a
              href={excerpt.url}
              title={excerpt.url}
              target="_blank"
              rel="noopener noreferrer"
              className="block truncate text-caption"
            >
              {host}
            </a>
          )}
        </span>
        {onRemove && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={excerptCopy.removeLabel(name)}
            onClick={onRemove}
          >
            {excerptCopy.remove}
          </Button>
        )}
      </figcaption>
      {isOpen ? (
        <Whole id={whole} excerpt={excerpt} />
      ) : (
        <Quote>{truncate(text.replace(/\s+/g, ' ').trim(), SHOWN)}</Quote>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-caption text-text-3 tabular-nums">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? whole : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="px-1"
        >
          {isOpen ? excerptCopy.showLess : excerptCopy.showAll}
        </Button>
        {excerptCopy.size(text.length, excerptTokens(excerpt))}
      </p>
    </figure>
  )
}

function Whole({ id, excerpt }: { readonly id: string; readonly excerpt: Excerpt }) {
  return (
    <section
      id={id}
      aria-label={excerptCopy.whole}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
      tabIndex={0}
      className="max-h-40 overflow-y-auto"
    >
      <p className="wrap-anywhere">
        <bdi>{excerpt.title}</bdi>
      </p>
      <p className="text-caption wrap-anywhere text-text-3">{excerpt.url}</p>
      <Quote>{excerpt.text}</Quote>
    </section>
  )
}

function Quote({ children }: { readonly children: ReactNode }) {
  return (
    <blockquote dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-text-2">
      {children}
    </blockquote>
  )
}

/** What an excerpt is called: the title of its page, else the host. */
export function nameExcerpt(excerpt: Excerpt): string {
  return excerpt.title.trim() || hostOf(excerpt) || copy.chat.untitledPage
}

/** The host of the page; empty where it has no address that a tab may open. */
function hostOf({ url }: Excerpt): string {
  return safeLink(url) === null ? '' : new URL(url).host
}

/** What an excerpt is counted as in the context, in tokens; none for null. */
export function excerptTokens(excerpt: Excerpt | null): number {
  if (!excerpt) return 0
  return estimateTokens(`${excerpt.title}\n${excerpt.url}\n${excerpt.text}`)
}
