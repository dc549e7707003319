type BlobPart = NonNullable<ConstructorParameters<typeof Blob>[0]>[number]

/**
 * A Blob that is made of one piece. Node keeps each part of a Blob apart and reads them one by one,
 * and postal-mime makes a Blob of all lines of a mail, which is most of what a mail costs there.
 */
export class WholeBlob extends Blob {
  constructor(parts: readonly BlobPart[] = [], options?: BlobPropertyBag) {
    const plain = parts.filter(isPlain)
    super(plain.length === parts.length ? [joined(plain)] : [...parts], options)
  }
}

type PlainPart = string | Uint8Array<ArrayBuffer> | ArrayBuffer

function isPlain(part: BlobPart): part is PlainPart {
  return typeof part === 'string' || part instanceof Uint8Array || part instanceof ArrayBuffer
}

function joined(parts: readonly PlainPart[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(parts.map(bytesOf))
}

const newline = Buffer.from('\n')

function bytesOf(part: PlainPart): Uint8Array {
  if (part === '\n') return newline
  if (typeof part === 'string') return Buffer.from(part)
  return part instanceof ArrayBuffer ? new Uint8Array(part) : part
}
