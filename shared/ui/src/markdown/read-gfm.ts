import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Processor } from 'unified'

/**
 * A plugin of unified that reads tables, task lists, bare addresses, footnotes and strike-through
 * as GitHub does: `remark-gfm` without the half that writes markdown, which a browser would load
 * for nothing.
 */
export function readGfm(this: Processor): undefined {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()]
}
