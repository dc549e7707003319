import { AppError } from '../../errors.ts'
import type { UploadBody } from '../ports.ts'

/** Uploads of one account at the same time: each may hold 50 MB of the disk and waits for the others. */
const AT_ONCE = 3

/** Counts uploads by account. */
export class RunningUploads {
  readonly #running = new Map<string, number>()

  /**
   * Throws `RATE_LIMITED` where too many of the account's uploads run already; the body has been read
   * then, so that the client hears why.
   */
  async run<Result>(
    userId: string,
    body: UploadBody,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const running = this.#running.get(userId) ?? 0
    if (running >= AT_ONCE) {
      const { BodyReader } = await import('./receive-upload.ts')
      await new BodyReader(body.stream).drain()
      throw new AppError(
        'RATE_LIMITED',
        `${AT_ONCE} uploads are running already. Try again when one of them is done.`,
      )
    }
    this.#running.set(userId, running + 1)
    try {
      return await work()
    } finally {
      const left = (this.#running.get(userId) ?? 1) - 1
      if (left > 0) this.#running.set(userId, left)
      else this.#running.delete(userId)
    }
  }
}
