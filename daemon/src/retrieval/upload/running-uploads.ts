import { AppError } from '../../errors.ts'
import type { UploadBody } from '../ports.ts'

/** Uploads of one account at the same time: each may hold 50 MB of the disk and waits for the others. */
const AT_ONCE = 3

/** Limits the uploads of each account. */
export class RunningUploads {
  /** Whose they are, one entry for each. */
  readonly #running: string[] = []

  /**
   * Throws `RATE_LIMITED` where too many of the account's uploads run already; the body has been read
   * then, so that the client hears why.
   */
  async run<Result>(
    userId: string,
    body: UploadBody,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#running.filter((id) => id === userId).length >= AT_ONCE) {
      const { BodyReader } = await import('./receive-upload.ts')
      await new BodyReader(body.stream).drain()
      throw new AppError(
        'RATE_LIMITED',
        `${AT_ONCE} uploads are running already. Try again when one of them is done.`,
      )
    }
    this.#running.push(userId)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(userId), 1)
    }
  }
}
