/**
 * Does work of a vendor that drops promises: their rejections, which would end the thread, say
 * nothing that the work itself does not say. For threads that do one thing at a time.
 */
export async function ignoreRejections<Result>(work: () => Promise<Result>): Promise<Result> {
  const ignore = () => {}
  process.on('unhandledRejection', ignore)
  try {
    return await work()
  } finally {
    // what was dropped last is told of once the turn is over
    await new Promise(setImmediate)
    process.off('unhandledRejection', ignore)
  }
}
