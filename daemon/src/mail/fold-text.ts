/** What is read of a mail, in characters (security design, 12.2). */
export const READ_CHARACTERS = 12_000

const accented = /[\u00c0-\u024f]/g
const spaces = /[\u00a0\u2007\u2009\u202f]/g
const quotes = /[\u2018\u2019\u02bc]/g
const dashes = /[\u2010-\u2015]/g

/**
 * The text in lower case and without accents, for patterns written in plain letters ("ß" as "s").
 * Every character keeps its place: an index of the result is one of the text.
 */
export function foldText(text: string): string {
  return text
    .replace(/[A-Z\u00c0-\u024f]/g, lower)
    .replace(accented, baseLetter)
    .replace(spaces, ' ')
    .replace(quotes, "'")
    .replace(dashes, '-')
}

function lower(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

function baseLetter(letter: string): string {
  return letter === 'ß' ? 's' : letter.normalize('NFD').charAt(0)
}

/** What may stand between the words of an attribution; mail programs wrap them into two lines. */
const GAP = '(?:.{5,300}|.{0,300}\\n.{0,300})'
/** A line that begins the older mail below a reply, as mail programs of seven languages write it. */
const ATTRIBUTION = `^[^\\S\\n]*(?:On\\b${GAP}\\bwrote|Am\\b${GAP}\\bschrieb\\b(?:.{0,200}|.{0,200}\\n.{0,200})|Le\\b${GAP}\\ba écrit|El\\b${GAP}\\bescribió|Em\\b${GAP}\\bescreveu|Il\\b${GAP}\\bha scritto|Op\\b${GAP}\\bschreef\\b(?:.{0,200}|.{0,200}\\n.{0,200}))\\s?:[^\\S\\n]*$`

/** What is no words of a mail's author; the header of what is forwarded is no older mail. */
const FOREIGN: readonly RegExp[] = [
  /^[^\S\n]*[-_]{2,}[^\S\n]*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré).*(?:\n[^\S\n]*\**\p{L}[\p{L} -]{0,14} ?:.*)*/gimu,
  /^[^\S\n]*\**(?:From|Von|De|Da|Van) ?:\**[^\S\n].*\n(?:.*\n){0,2}[^\S\n]*\**(?:Sent|Date|Gesendet|Datum|Envoyé|Enviad[oa](?: el| em)?|Fecha|Data|Inviato|Verzonden) ?:\**[^\S\n][\s\S]*/m,
  new RegExp(`${ATTRIBUTION}(?=\\s*>)`, 'gm'),
  new RegExp(`${ATTRIBUTION}[\\s\\S]*`, 'm'),
  /^[^\S\n]*[-_]{2,}[^\S\n]*(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine)[^\S\n]*[-_]{2,}[^\S\n]*$[\s\S]*/im,
  /^[^\S\n]*>.*/gm,
]

/**
 * The text with quoted older mails blanked out by spaces, so that every index stays as it is:
 * lines behind ">", and what follows "On ... wrote:" or the header of an older mail. What is
 * forwarded stays, apart from its header.
 */
export function withoutHistory(text: string): string {
  return FOREIGN.reduce(
    (rest, foreign) => rest.replace(foreign, (words) => words.replace(/[^\n]/g, ' ')),
    text,
  )
}
