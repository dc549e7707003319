/** Runs work one piece after the other, in the order in which it was handed over. */
export function serialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = Promise.allSettled([result])
    return result
  }
}

/**
 * Runs one commit at a time; items that arrive meanwhile go together into the next one. A caller's
 * promise settles with the commit that contains its item. A queue that other work shares puts
 * each commit where its first item arrived.
 */
export function groupCommit<Item>(
  commit: (items: readonly Item[]) => Promise<void>,
  enqueue = serialQueue(),
): (item: Item) => Promise<void> {
  let waiting: { readonly items: Item[]; readonly done: Promise<void> } | undefined

  return (item) => {
    if (waiting) {
      waiting.items.push(item)
      return waiting.done
    }
    const items = [item]
    const done = enqueue(() => {
      waiting = undefined
      return commit(items)
    })
    waiting = { items, done }
    return done
  }
}
