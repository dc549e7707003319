import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'

const MEGABYTE = 1024 * 1024
/** What the parts that hold text may expand to: that of a long book takes a third of it. */
const PARTS_MAX_BYTES = 32 * MEGABYTE
/** How much larger than the file they may be; text makes 20. */
const RATIO_MAX = 200
const ENTRIES_MAX = 5_000
/** How much is fed in before what came of it is counted. */
const STEP_BYTES = 16 * 1024

/** The parts that hold text or say how to read it: no pictures, fonts, other files, paths upwards. */
const readPart =
  /^(?:\[Content_Types\]\.xml|(?:_rels|word(?:\/_rels)?)\/[^/\\]{0,100}\.(?:xml|rels))$/i

export type ArchiveFault = 'damaged' | 'too large' | 'too many'

/**
 * The parts of a DOCX that are read, by name, expanded while their bytes are counted: what the
 * archive says about their sizes is not believed. One with two parts of one name is damaged.
 */
export function docxParts(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | ArchiveFault {
  const opened = new OpenedArchive(bytes.length)
  const archive = new Unzip((entry) => opened.enter(entry))
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !opened.fault; at += STEP_BYTES) {
      const step = bytes.subarray(at, at + STEP_BYTES)
      archive.push(step, at + STEP_BYTES >= bytes.length)
    }
  } catch {
    return opened.fault ?? 'damaged'
  }
  return opened.fault ?? opened.parts()
}

class OpenedArchive {
  fault: ArchiveFault | undefined
  readonly #archiveBytes: number
  readonly #parts = new Map<string, Uint8Array[]>()
  #entries = 0
  #expanded = 0

  constructor(archiveBytes: number) {
    this.#archiveBytes = archiveBytes
  }

  enter(entry: UnzipFile): void {
    this.#entries++
    if (this.#entries > ENTRIES_MAX) this.fault ??= 'too many'
    if (this.fault || !readPart.test(entry.name)) return
    if (this.#parts.has(entry.name)) {
      this.fault = 'damaged'
      return
    }
    const chunks: Uint8Array[] = []
    this.#parts.set(entry.name, chunks)
    entry.ondata = (failure, chunk) => {
      if (failure) this.fault ??= 'damaged'
      else if (!this.fault) this.#keep(chunks, chunk)
    }
    entry.start()
  }

  parts(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.#parts].map(([name, chunks]) => [name, Buffer.concat(chunks)]))
  }

  #keep(chunks: Uint8Array[], chunk: Uint8Array): void {
    this.#expanded += chunk.length
    const allowed = Math.max(MEGABYTE, this.#archiveBytes * RATIO_MAX)
    if (this.#expanded > Math.min(allowed, PARTS_MAX_BYTES)) this.fault = 'too large'
    else chunks.push(chunk)
  }
}
