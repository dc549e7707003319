import { compile } from 'html-to-text'
import { cleanText } from '../../platform/clean-text.ts'
import { visibleHtml } from './html/visible-html.ts'

const MAX_CHARACTERS = 1024 * 1024

/** The body of a mail as its reader sees it. */
export interface VisibleText {
  readonly text: string
  /** Readable characters that were taken out; spaces and zero-width ones are not counted. */
  readonly hiddenCharacters: number
  /** Contents of `application/ld+json` scripts. */
  readonly jsonLd: readonly string[]
}

const render = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 },
    })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', options: { length: 3 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
  ],
})

/** Mail programs show the HTML where there is one, so it goes before the plain text. */
export function visibleText({
  html,
  plain,
}: {
  html: string | undefined
  plain: string | undefined
}): VisibleText {
  const seen = html === undefined ? undefined : visibleHtml(html)
  const rendered = tidy(seen ? render(seen.html) : '')
  const { text, hiddenCharacters } = rendered.text === '' ? tidy(plain ?? '') : rendered
  return {
    text: cut(text),
    hiddenCharacters: hiddenCharacters + (seen?.hiddenCharacters ?? 0),
    jsonLd: seen?.jsonLd ?? [],
  }
}

function tidy(raw: string) {
  const { text, hiddenCharacters } = cleanText(raw)
  const lines = text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
  return {
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    hiddenCharacters,
  }
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).toWellFormed()
}
