/**
 * What ends a line, wherever files and lines are named: what editors take for an end. Vertical tab,
 * form feed, U+0085, U+2028 and U+2029 stand inside a line.
 */
const lineEnd = /\r\n|\r/g

/** Any control character except tab and newline; none of them is to be read, and some end a text early. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** The text with "\n" as the end of each line and a space for each control character. */
export function unifyLineEnds(text: string): string {
  return text.replace(lineEnd, '\n').replace(control, ' ')
}
