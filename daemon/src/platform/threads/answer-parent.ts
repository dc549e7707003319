/** What a worker process says, and how much it holds then, in bytes. */
export interface ProcessAnswer<Answer> {
  readonly answer: Answer
  readonly held: number
}

/** Tells the daemon from a worker process. */
export function answerParent<Answer>(answer: Answer): void {
  const message: ProcessAnswer<Answer> = { answer, held: process.memoryUsage.rss() }
  process.send?.(message)
}
