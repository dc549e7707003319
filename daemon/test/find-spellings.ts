/** A text as it is and as it may have been written down. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text)
  // the middle is the same wherever base64 has begun to count
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [text, encodeURIComponent(text), bytes.toString('hex'), ...inBase64]
}

/** The names of those texts that stand in another one, however they were written down. */
export function found(wanted: Iterable<[string, string]>, text: string): string[] {
  return [...wanted].flatMap(([name, secret]) =>
    spellings(secret).some((spelling) => text.includes(spelling)) ? [name] : [],
  )
}
