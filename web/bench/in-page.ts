import type { OpenPage } from './open-page.ts'
import type { PageBench } from './page/page-bench.ts'

/** Calls what the page offers; the function runs there and sees its arguments alone. */
export async function inPage<Arguments extends unknown[], Result>(
  { page }: OpenPage,
  call: (page: PageBench, ...rest: Arguments) => Promise<Result>,
  ...rest: Arguments
): Promise<Result> {
  const answer = await page.evaluate(
    `(${call.toString()})(window.pageBench, ...${JSON.stringify(rest)})`,
  )
  return answer as Result
}

/** Milliseconds of processor time that some work took of the main thread. */
export async function costOf(opened: OpenPage, work: () => Promise<unknown>): Promise<number> {
  const before = await opened.busyMs()
  await work()
  return (await opened.busyMs()) - before
}
