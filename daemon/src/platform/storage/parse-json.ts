/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}
