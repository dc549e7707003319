/**
 * Runs one commit at a time; items that arrive meanwhile go together into the next one. A caller's
 * promise settles with the commit that contains its item.
 */
export function groupCommit<Item>(
  commit: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: { readonly items: Item[]; readonly done: Promise<void> } | undefined
  let running: Promise<unknown> = Promise.resolve()

  return (item) => {
    if (waiting) {
      waiting.items.push(item)
      return waiting.done
    }
    const items = [item]
    const done = running.then(() => {
      waiting = undefined
      return commit(items)
    })
    waiting = { items, done }
    running = Promise.allSettled([done])
    return done
  }
}
