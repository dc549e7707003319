/** A line that begins the older mail below a reply, in English, German and French. */
const ATTRIBUTION =
  /^\s*(?:On\b.{5,300}\bwrote|Am\b.{5,300}\bschrieb\b.{0,200}|Le\b.{5,300}\ba écrit)\s?:\s*$/
const SEPARATOR =
  /^\s*[-_]{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine)\s*[-_]{2,}\s*$/i
const HEADER_FROM = /^\s*\**(?:From|Von|De)\s?:\**\s/
const HEADER_SENT = /^\s*\**(?:Sent|Date|Gesendet|Datum|Envoyé)\s?:\**\s/
const FORWARDED =
  /^\s*[-_]{2,}\s*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré)/i
const HEADER = /^\s*\**\p{L}[\p{L} -]{0,14}\s?:/u

function blank(line: string): string {
  return ' '.repeat(line.length)
}

/** The line that attributes what follows, which mail programs wrap into two. */
function attributionEnd(lines: readonly string[], index: number): number | null {
  const [one = '', two = ''] = [lines[index], lines[index + 1]]
  if (ATTRIBUTION.test(one.slice(0, 600))) return index
  if (/^\s*(?:On|Am|Le)\b/.test(one) && ATTRIBUTION.test(`${one} ${two}`.slice(0, 600)))
    return index + 1
  return null
}

/** Whether the next line with anything on it is a quoted one. */
function isQuotedBelow(lines: readonly string[], index: number): boolean {
  let next = index + 1
  while (next < lines.length && lines[next]?.trim() === '') next++
  return lines[next]?.trimStart().startsWith('>') ?? false
}

function isHeaderBlock(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 4)
  return HEADER_FROM.test(lines[index] ?? '') && next.some((line) => HEADER_SENT.test(line))
}

/**
 * The text with quoted older mails blanked out by spaces, so that every index stays as it is:
 * lines behind ">", and what follows "On ... wrote:" or the header of an older mail. What is
 * forwarded stays, apart from its header.
 */
export function withoutHistory(text: string): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const end = attributionEnd(lines, index)
    if (end !== null) {
      if (!isQuotedBelow(lines, end)) return [...kept, ...lines.slice(index).map(blank)].join('\n')
      for (; index < end; index++) kept.push(blank(lines[index] ?? ''))
      kept.push(blank(lines[end] ?? ''))
    } else if (FORWARDED.test(line)) {
      kept.push(blank(line))
      while (HEADER.test(lines[index + 1] ?? '')) kept.push(blank(lines[++index] ?? ''))
    } else if (SEPARATOR.test(line) || isHeaderBlock(lines, index)) {
      return [...kept, ...lines.slice(index).map(blank)].join('\n')
    } else kept.push(/^\s*>/.test(line) ? blank(line) : line)
  }
  return kept.join('\n')
}
