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

/** More numbers than any mailbox has: a set that holds them is nonsense. */
const MAX_UIDS = 2 ** 24

/** The numbers of a packed set, in its order. Throws `RangeError` for a set that nobody means. */
export function unpackUids(set: string): number[] {
  const uids: number[] = []
  for (const range of set === '' ? [] : set.split(',')) {
    const [one = Number.NaN, other = one] = range.split(':').map(Number)
    const [first, last] = [Math.min(one, other), Math.max(one, other)]
    if (!(last - first + uids.length < MAX_UIDS)) throw new RangeError('not a set of numbers')
    for (let uid = first; uid <= last; uid++) uids.push(uid)
  }
  return uids
}
