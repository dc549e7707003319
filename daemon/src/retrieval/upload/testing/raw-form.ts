import type { UploadBody } from '../../ports.ts'

export const BOUNDARY = '----boundary-of-a-test'

export interface RawPart {
  /** Lines of the header, without their ends. */
  readonly header: readonly string[]
  readonly content?: string | Uint8Array
}

/** A file as browsers send it, its name written as it is. */
export function filePart(fileName: string, content: string | Uint8Array = ''): RawPart {
  const disposition = `Content-Disposition: form-data; name="files"; filename="${fileName}"`
  return { header: [disposition, 'Content-Type: application/octet-stream'], content }
}

export function fieldPart(name: string, content: string): RawPart {
  return { header: [`Content-Disposition: form-data; name="${name}"`], content }
}

/** The bytes of a form. */
export function rawForm(parts: readonly RawPart[]): Buffer {
  const bytes = parts.flatMap(({ header, content = '' }) => [
    Buffer.from(`--${BOUNDARY}\r\n${header.join('\r\n')}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** A body that arrives in these chunks. */
export function bodyOf(
  chunks: Iterable<Uint8Array>,
  contentType = `multipart/form-data; boundary=${BOUNDARY}`,
): UploadBody {
  const source = chunks[Symbol.iterator]()
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return { contentType, stream }
}

const CHUNK = 64 * 1024

/** A body of those parts, which arrives in chunks as from a network. */
export function formOf(...parts: readonly RawPart[]): UploadBody {
  const form = rawForm(parts)
  const count = Math.ceil(form.length / CHUNK)
  return bodyOf(
    Array.from({ length: count }, (_, at) => form.subarray(at * CHUNK, (at + 1) * CHUNK)),
  )
}
