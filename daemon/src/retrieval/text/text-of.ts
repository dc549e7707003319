import { contentRefusal } from '@shortlist/file-selection/content-refusal'
import { containerOf } from './container-of.ts'
import { decodeText } from './decode-text.ts'
import type { FileText } from './file-text.ts'
import { formattedText } from './formatted-text.ts'
import { extensionOf } from './kind-of.ts'
import { failed, skipped } from './refused.ts'
import { unifyLineEnds } from './unify-line-ends.ts'

/**
 * What a file says, or why it is not read. What a file is shows in its bytes first, then in its
 * name. Whatever the bytes are, the promise resolves; time and memory are bounded by the caller.
 */
export async function textOf(path: string, bytes: Uint8Array): Promise<FileText> {
  if (bytes.length === 0) return skipped('The file is empty.')
  const found = await readBytes(path, bytes)
  if (found.status !== 'text') return found
  if (!/\S/.test(found.text)) return skipped('The file has no text.')
  const refusal = contentRefusal(found.text)
  return refusal === null ? found : skipped(refusal)
}

async function readBytes(path: string, bytes: Uint8Array): Promise<FileText> {
  switch (containerOf(path, bytes)) {
    case 'pdf':
      return (await import('./pdf-text.ts')).pdfText(bytes)
    case 'zip':
      return (await import('./docx-text.ts')).docxText(bytes)
    case 'old-office':
      return skipped(
        'This Office document is old or protected; a DOCX or PDF without a password is read.',
      )
    case 'rtf':
      return skipped('Rich text (RTF) is not read; DOCX and PDF are.')
    default: {
      const text = decodeText(bytes)
      return text === undefined ? noText(path) : formattedText(path, unifyLineEnds(text))
    }
  }
}

function noText(path: string): FileText {
  const extension = extensionOf(path)
  if (extension === 'pdf') return failed('This is not a PDF.')
  if (extension === 'docx') return failed('This is not a Word document.')
  return skipped('This is not a text file.')
}
