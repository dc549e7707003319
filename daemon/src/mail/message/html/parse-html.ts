import { type Document, DomHandler, Element } from 'domhandler'
import { Parser } from 'htmlparser2'

const MAX_CHARACTERS = 1_000_000
const MAX_DEPTH = 500

/** The first megabyte of HTML, however broken; what lies deeper than 500 elements is left out. */
export function parseHtml(html: string): Document {
  const handler = new ShallowHandler()
  new Parser(handler).end(html.slice(0, MAX_CHARACTERS))
  return handler.root
}

/** Keeps a mail of nothing but nested elements from exhausting the stack of whoever walks it. */
class ShallowHandler extends DomHandler {
  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.tagStack.length <= MAX_DEPTH) super.onopentag(name, attribs)
    else this.tagStack.push(new Element(name, attribs))
  }
}
