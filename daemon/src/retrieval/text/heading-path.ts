const TITLE_MAX_CHARACTERS = 120
const JOINT = ' › '

/** The headings that hold at a place of a document, outermost first. */
export class HeadingPath {
  readonly #open: { readonly level: number; readonly title: string }[] = []

  /** Ends the headings of this level and those below it, and gives all that hold now, joined. */
  enter(level: number, title: string): string {
    while ((this.#open.at(-1)?.level ?? -1) >= level) this.#open.pop()
    const plain = title.replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX_CHARACTERS).toWellFormed()
    if (plain !== '') this.#open.push({ level, title: plain })
    return this.toString()
  }

  toString(): string {
    return this.#open.map(({ title }) => title).join(JOINT)
  }
}
