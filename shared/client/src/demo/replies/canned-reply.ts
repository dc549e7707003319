/** An answer that is ready, and which questions it is for. */
export interface CannedReply {
  readonly about: RegExp
  /** Markdown. */
  readonly text: string
}
