import { Tokenizer } from 'htmlparser2'

/** What stands in HTML or XML, in its order; names in small letters. */
export interface TagReader {
  open(name: string): void
  close(name: string): void
  /** Entities are decoded; `end` is the offset in the source after what it was written as. */
  text(text: string, end: number): void
  /** One more attribute of the element that opens next. */
  attribute?(): void
}

/**
 * Reads HTML, or XML with `isXml`, however broken, in time that grows with its length alone: nothing
 * is nested, so what was never closed is the reader's business. Comments, declarations and
 * instructions are left out. An element that closes itself opens and closes.
 */
export function readTags(source: string, reader: TagReader, { isXml = false } = {}): void {
  let name = ''
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = source.slice(start, end).toLowerCase()
      },
      onopentagend: () => reader.open(name),
      onselfclosingtag() {
        reader.open(name)
        reader.close(name)
      },
      onclosetag: (start, end) => reader.close(source.slice(start, end).toLowerCase()),
      ontext: (start, end) => reader.text(source.slice(start, end), end),
      ontextentity: (codePoint, end) => reader.text(String.fromCodePoint(codePoint), end),
      oncdata: (start, end, offset) => reader.text(source.slice(start, end - offset), end),
      onattribname: () => reader.attribute?.(),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
}
