/** A line that begins the older mail below a reply, in English, German and French. */
const ATTRIBUTION =
  /^\s*(?:On\b.{5,300}\bwrote|Am\b.{5,300}\bschrieb\b.{0,200}|Le\b.{5,300}\ba écrit)\s?:\s*$/
const ATTRIBUTION_BEGINS = /^\s*(?:On|Am|Le)\b/
const SEPARATOR =
  /^\s*[-_]{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine)\s*[-_]{2,}\s*$/i
const HEADER_FROM = /^\s*\**(?:From|Von|De)\s?:\**\s/
const HEADER_SENT = /^\s*\**(?:Sent|Date|Gesendet|Datum|Envoyé)\s?:\**\s/
const FORWARDED =
  /^\s*[-_]{2,}\s*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré)/i
const HEADER = /^\s*\**\p{L}[\p{L} -]{0,14}\s?:/u
const LINE_MAX = 600

/** How many lines attribute what follows; mail programs wrap them into two. */
function attributionLines(lines: readonly string[], index: number): number {
  const [one = '', two = ''] = [lines[index], lines[index + 1]]
  if (ATTRIBUTION.test(one.slice(0, LINE_MAX))) return 1
  const both = `${one} ${two}`.slice(0, LINE_MAX)
  return ATTRIBUTION_BEGINS.test(one) && ATTRIBUTION.test(both) ? 2 : 0
}

/** Whether the next line with anything on it is a quoted one. */
function isQuotedBelow(lines: readonly string[], index: number): boolean {
  let next = index
  while (next < lines.length && lines[next]?.trim() === '') next++
  return lines[next]?.trimStart().startsWith('>') ?? false
}

function isHeaderBlock(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 4)
  return HEADER_FROM.test(lines[index] ?? '') && next.some((line) => HEADER_SENT.test(line))
}

/** How many lines from here on are no words of this mail's author. */
function foreignLines(lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  if (/^\s*>/.test(line)) return 1
  if (SEPARATOR.test(line) || isHeaderBlock(lines, index)) return lines.length - index
  const attribution = attributionLines(lines, index)
  if (attribution > 0)
    return isQuotedBelow(lines, index + attribution) ? attribution : lines.length - index
  if (!FORWARDED.test(line)) return 0
  let end = index + 1
  while (HEADER.test(lines[end] ?? '')) end++
  return end - index
}

/**
 * The text with quoted older mails blanked out by spaces, so that every index stays as it is:
 * lines behind ">", and what follows "On ... wrote:" or the header of an older mail. What is
 * forwarded stays, apart from its header.
 */
export function withoutHistory(text: string): string {
  const lines = text.split('\n')
  const kept = [...lines]
  for (let index = 0; index < lines.length; ) {
    const foreign = foreignLines(lines, index)
    for (let at = index; at < index + foreign; at++) kept[at] = ' '.repeat(lines[at]?.length ?? 0)
    index += Math.max(foreign, 1)
  }
  return kept.join('\n')
}
