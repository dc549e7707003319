import { createHash } from 'node:crypto'

/** Above every number that a mail of a file can have. */
export const UID_LIMIT = 2 ** 48

/** The number of a mail that is the same in every run: 48 bits of a hash, never 0. */
export function sourceUid(...parts: readonly (string | Uint8Array)[]): number {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest().readUIntBE(0, 6) || 1
}
