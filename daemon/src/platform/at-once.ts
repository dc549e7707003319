/**
 * Does the work for every item, so many at the same time. Where some of it fails, the first failure
 * is thrown once nothing runs any more; a lane that has failed takes no further item.
 */
export async function atOnce<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  const ends = await Promise.allSettled(Array.from({ length: limit }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
