import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'
import type { HashQueue } from './hash-queue.ts'
import { type Argon2Cost, formatPhc, type PhcString, parsePhc } from './phc-string.ts'

/** What new hashes cost; RFC 9106, section 4, second recommended option with p = 1. */
export const PASSWORD_COST: Argon2Cost = { memory: 65_536, passes: 3, parallelism: 1 }

const SALT_BYTES = 16
const TAG_BYTES = 32

/** argon2id alone: the tag of a message. */
export type Argon2 = (
  message: string,
  parameters: Argon2Cost & { readonly salt: Buffer; readonly tagBytes: number },
) => Promise<Buffer>

/** Turns passwords into PHC strings and compares them; throws `RATE_LIMITED` under a flood. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Does the same work without a hash, and is then false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** Whether a hash was made at another cost than new ones are. */
  needsRehash(passwordHash: string): boolean
  /** Tells that the latest hash was well spent, so that it does not count against the others. */
  refund(): void
}

export interface PasswordParts {
  readonly queue: HashQueue
  readonly argon2?: Argon2
  readonly cost?: Argon2Cost
}

/** Passwords by argon2id: the runtime's own where it has one, else the native package. */
export function createPasswords(parts: PasswordParts): Passwords {
  const { queue, argon2 = builtInArgon2 ?? nativeArgon2, cost = PASSWORD_COST } = parts

  function tagOf(password: string, { salt, tag, ...stored }: PhcString): Promise<Buffer> {
    const message = password.normalize('NFKC')
    return queue.run(() => argon2(message, { ...stored, salt, tagBytes: tag.length }))
  }

  return {
    async hash(password) {
      const salt = crypto.randomBytes(SALT_BYTES)
      const tag = await tagOf(password, { ...cost, salt, tag: Buffer.alloc(TAG_BYTES) })
      return formatPhc({ ...cost, salt, tag })
    },
    async verify(passwordHash, password) {
      const stored = passwordHash === undefined ? nobody(cost) : parsePhc(passwordHash)
      if (!stored) throw new AppError('INTERNAL', 'A stored password is damaged.')
      const isEqual = crypto.timingSafeEqual(await tagOf(password, stored), stored.tag)
      return isEqual && passwordHash !== undefined
    },
    needsRehash(passwordHash) {
      const { memory, passes, parallelism } = parsePhc(passwordHash) ?? {}
      return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
    },
    refund: () => queue.refund(),
  }
}

function nobody(cost: Argon2Cost): PhcString {
  return { ...cost, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }
}

/** The runtime's own argon2; undefined where it has none (before Node 24.7). */
export const builtInArgon2: Argon2 | undefined =
  typeof crypto.argon2 === 'function' ? withBuiltIn(promisify(crypto.argon2)) : undefined

function withBuiltIn(
  derive: (algorithm: 'argon2id', parameters: crypto.Argon2Parameters) => Promise<Buffer>,
): Argon2 {
  return (message, { memory, passes, parallelism, salt, tagBytes }) =>
    derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: tagBytes })
}

/** The same by a native package, which is loaded at the first call. */
export const nativeArgon2: Argon2 = async (message, parameters) => {
  const { memory, passes, parallelism, salt, tagBytes } = parameters
  const { hashRaw } = await import('@node-rs/argon2')
  return await hashRaw(message, {
    memoryCost: memory,
    timeCost: passes,
    parallelism,
    salt,
    outputLen: tagBytes,
  })
}
