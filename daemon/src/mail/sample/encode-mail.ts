/**
 * Makes a raw mail (RFC 5322) of one that is written for people: headers and texts in plain Unicode
 * with `\n`. Each part is encoded as its own headers say (Content-Transfer-Encoding, charset), and
 * headers beyond ASCII become encoded words (RFC 2047).
 */
export function encodeMail(text: string): Buffer {
  return encodeEntity(text.replace(/\r\n/g, '\n'))
}

function encodeEntity(text: string): Buffer {
  const gap = text.indexOf('\n\n')
  const headers = gap < 0 ? text.trimEnd() : text.slice(0, gap)
  const body = gap < 0 ? '' : text.slice(gap + 2)
  const head = `${withLineEnds(encodeWords(headers))}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), encodeBody(headers, body)])
}

function encodeBody(headers: string, body: string): Buffer {
  const boundary = /^content-type: *multipart\/[^;]+;[\s\S]*?boundary="?([^"\s;]+)/im.exec(
    headers,
  )?.[1]
  if (boundary === undefined) return encodeLeaf(headers, body)
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`)
  const encoded = parts.flatMap((part) => {
    const isEnd = part.startsWith('--')
    const delimiter = Buffer.from(`--${boundary}${isEnd ? '--' : ''}\r\n`)
    return isEnd ? [delimiter] : [delimiter, encodeEntity(part.slice(1)), Buffer.from('\r\n')]
  })
  return Buffer.concat(encoded)
}

function encodeLeaf(headers: string, body: string): Buffer {
  const charset = /charset="?([\w-]+)/i.exec(headers)?.[1]?.toLowerCase() ?? 'utf-8'
  const encoding = /^content-transfer-encoding: *([\w-]+)/im.exec(headers)?.[1]?.toLowerCase()
  const bytes = Buffer.from(withLineEnds(body), charset === 'iso-8859-1' ? 'latin1' : 'utf8')
  if (encoding === 'base64') return Buffer.from(inLines(bytes.toString('base64')))
  return encoding === 'quoted-printable' ? Buffer.from(quotedPrintable(bytes)) : bytes
}

function withLineEnds(text: string): string {
  return text.replaceAll('\n', '\r\n')
}

function inLines(base64: string): string {
  return `${base64.match(/.{1,76}/g)?.join('\r\n') ?? ''}\r\n`
}

/** RFC 2045, 6.7: lines of at most 76 characters, and no white space at their end. */
function quotedPrintable(bytes: Buffer): string {
  return bytes.toString('latin1').split('\r\n').map(quoteLine).join('\r\n')
}

function quoteLine(line: string): string {
  const characters = [...line].map((character, at) => {
    const isLastSpace = at === line.length - 1 && /[ \t]/.test(character)
    if (/[!-<>-~ \t]/.test(character) && !isLastSpace) return character
    return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  })
  const lines = ['']
  for (const character of characters) {
    if ((lines.at(-1) ?? '').length + character.length > 75) lines.push('')
    lines.push(`${lines.pop()}${character}`)
  }
  return lines.join('=\r\n')
}

/** Neighbouring words beyond ASCII become one encoded word, or several where they are long. */
function encodeWords(headers: string): string {
  return headers.replace(
    /[^\s"<>]*[^\s"<>\0-\x7f][^\s"<>]*(?: [^\s"<>]*[^\s"<>\0-\x7f][^\s"<>]*)*/g,
    (words) => {
      const pieces = ['']
      for (const character of words) {
        if (Buffer.byteLength(`${pieces.at(-1)}${character}`) > 42) pieces.push('')
        pieces.push(`${pieces.pop()}${character}`)
      }
      return pieces
        .map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
        .join('\n ')
    },
  )
}
