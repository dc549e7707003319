import { z } from 'zod'

/** How long entries are checked before the page may go on with its own work, in milliseconds. */
const SLICE = 8

/**
 * As `z.array`, but thousands of entries do not hold up the page: they are checked in slices. Works
 * only where a schema is read with `parseAsync`.
 */
export function longList<Entry extends z.ZodType>(entry: Entry) {
  const list = z.array(z.unknown()).transform(async (items, context) => {
    const checked: z.output<Entry>[] = []
    let began = performance.now()
    for (const [at, item] of items.entries()) {
      const result = entry.safeParse(item)
      if (!result.success) {
        for (const { message, path } of result.error.issues) {
          context.addIssue({ code: 'custom', message, path: [at, ...path] })
        }
        return z.NEVER
      }
      checked.push(result.data)
      if (performance.now() - began < SLICE) continue
      await nextTask()
      began = performance.now()
    }
    return checked
  })
  // what goes in is checked, so callers may hold the contract to it
  return list as unknown as z.ZodType<z.output<Entry>[], z.input<Entry>[]>
}

/** Resolves after what the page has to do; unlike a timer also soon in a page that is hidden. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
