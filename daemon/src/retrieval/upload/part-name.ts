/** What the header of a part says it is; null where the part is no file. */
export interface PartName {
  readonly field: string
  readonly fileName: string | null
}

const quoted = /"((?:[^"\\]|\\.)*)"/
const token = /([^\s";,]+)/
const parameter = new RegExp(
  `\\s*;\\s*([\\w-]+\\*?)\\s*=\\s*(?:${quoted.source}|${token.source})`,
  'y',
)
const end = /\s*;?\s*$/y

/**
 * Reads a Content-Disposition as forms have it (RFC 7578), from the bytes of its value; null where it
 * is another one or cannot be read as UTF-8. Nothing is decoded but `\"` and the extended form of
 * RFC 5987: what browsers write as %22, %0D and %0A stays, since they leave a `%` as it is.
 */
export function partName(header: Uint8Array): PartName | null {
  const text = utf8(header)
  if (text === null || !/^\s*form-data\s*(?:;|$)/i.test(text)) return null
  const parameters = readParameters(text, text.toLowerCase().indexOf('form-data') + 9)
  const field = parameters?.get('name')
  if (!parameters || field === undefined) return null
  const extended = parameters.get('filename*')
  if (extended === undefined) return { field, fileName: parameters.get('filename') ?? null }
  const fileName = readExtended(extended)
  return fileName === null ? null : { field, fileName }
}

/** By name in small letters; null where one is not whole, or given twice. */
function readParameters(text: string, from: number): Map<string, string> | null {
  const found = new Map<string, string>()
  let at = from
  for (;;) {
    parameter.lastIndex = at
    const match = parameter.exec(text)
    if (!match) break
    const [whole, name = '', inQuotes, bare = ''] = match
    const key = name.toLowerCase()
    if (found.has(key)) return null
    found.set(key, inQuotes?.replaceAll('\\"', '"') ?? bare)
    at += whole.length
  }
  end.lastIndex = at
  return end.test(text) ? found : null
}

/** UTF-8, the one character set that anybody uses there. */
function readExtended(value: string): string | null {
  const [, encoded] = /^utf-?8'[^']*'(.*)$/i.exec(value) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
