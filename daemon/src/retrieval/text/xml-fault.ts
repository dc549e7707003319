import { readTags } from './read-tags.ts'

/** Word nests a few dozen; readers of XML that nest their calls run out of stack at thousands. */
const DEPTH_MAX = 256
/** Readers of XML look through all attributes for each new one. */
const ATTRIBUTES_MAX = 256
/** About 2 KB of memory each while a document is being converted; a book of 500 pages has half. */
const ELEMENTS_MAX = 250_000

export type XmlFault = 'too deep' | 'too rich' | 'forbidden'

/** Why XML is not handed to a reader that builds a tree of it; undefined where nothing speaks against. */
export function xmlFault(xml: string): XmlFault | undefined {
  // Office Open XML forbids it, and entities of any size hide in it
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return 'forbidden'
  let depth = 0
  let deepest = 0
  let elements = 0
  let attributes = 0
  let mostAttributes = 0
  readTags(
    xml,
    {
      open() {
        elements++
        deepest = Math.max(deepest, ++depth)
        attributes = 0
      },
      close() {
        depth--
      },
      attribute() {
        mostAttributes = Math.max(mostAttributes, ++attributes)
      },
      text() {},
    },
    { isXml: true },
  )
  if (deepest > DEPTH_MAX) return 'too deep'
  return elements > ELEMENTS_MAX || mostAttributes > ATTRIBUTES_MAX ? 'too rich' : undefined
}
