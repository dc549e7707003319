/** Runs work one piece after the other, in the order in which it was handed over. */
export function serialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = Promise.allSettled([result])
    return result
  }
}
