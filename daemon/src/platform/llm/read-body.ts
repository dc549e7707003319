/** The text of a whole body, or undefined when it has more bytes than allowed. */
export async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const bytes of response.body ?? []) {
    size += bytes.length
    if (size > maxBytes) return undefined
    text += decoder.decode(bytes, { stream: true })
  }
  return text + decoder.decode()
}
