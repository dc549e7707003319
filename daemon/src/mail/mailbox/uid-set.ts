/** The numbers as a set of RFC 3501 (section 9, `sequence-set`): "1:200,205"; empty for none. */
export function packUids(uids: Iterable<number>): string {
  const sorted = [...new Set(uids)].sort((one, other) => one - other)
  const ranges: { first: number; last: number }[] = []
  for (const uid of sorted) {
    const range = ranges.at(-1)
    if (range && uid === range.last + 1) range.last = uid
    else ranges.push({ first: uid, last: uid })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join()
}

/** The numbers of a packed set, lowest first. */
export function unpackUids(set: string): number[] {
  if (set === '') return []
  return set.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}
