type End = () => unknown

const ends: End[] = []
let isTakenByTest: (end: End) => boolean = () => false

/**
 * Ends what a test has begun: after the test that runs, or after all of its file where none does, as
 * in beforeAll, or where it `outlivesTest`. The last to begin is the first to end. Gives what ends it earlier; to end it again does
 * nothing more.
 */
export function endWithTests<Ended>(end: () => Ended, { outlivesTest = false } = {}): () => Ended {
  let ended: { readonly as: Ended } | undefined
  const endOnce = () => {
    ended ??= { as: end() }
    return ended.as
  }
  if (outlivesTest || !isTakenByTest(endOnce)) ends.push(endOnce)
  return endOnce
}

/** Ends all that no test has taken; a program without tests calls it at its end. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** From now on offers each end to the test that runs; `take` says whether one does. */
export function offerToTests(take: (end: End) => boolean): void {
  isTakenByTest = take
}
