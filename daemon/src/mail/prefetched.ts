/** The same items, each next one fetched while the one before is worked on. */
export async function* prefetched<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  const fetch = () => {
    const next = items.next()
    // it is awaited later, if at all
    next.catch(() => {})
    return next
  }
  let next = fetch()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = fetch()
      yield value
    }
  } finally {
    await items.return?.()
  }
}
