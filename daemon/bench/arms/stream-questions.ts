/** Tells the program that measures where this one listens, and what it costs whenever it asks. */
export function answerQuestions(url: string): void {
  process.on('message', (question) => {
    if (question === 'heap') globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1000, heap: process.memoryUsage().heapUsed })
  })
  process.send?.({ url })
}
