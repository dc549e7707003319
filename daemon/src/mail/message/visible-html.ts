import { render } from 'dom-serializer'
import { parseDocument } from 'htmlparser2'

/** What a reader sees of an HTML mail. */
export interface VisibleHtml {
  readonly html: string
  readonly hiddenCharacters: number
  readonly jsonLd: readonly string[]
}

export function readVisibleHtml(html: string, _isBulk: boolean): VisibleHtml {
  return { html: render(parseDocument(html)), hiddenCharacters: 0, jsonLd: [] }
}
