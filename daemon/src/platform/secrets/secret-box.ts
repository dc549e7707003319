import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { diskFileSystem, type FileSystem } from '../storage/file-system.ts'
import { makeKey, readKey } from './key-file.ts'

/** Whose secret it is and what for; a sealed text opens for the same alone. */
export interface SecretUse {
  readonly userId: string
  /** For instance `google-tokens`. */
  readonly purpose: string
}

/** Keeps secrets unreadable in stored files. */
export interface SecretBox {
  /** Throws `STORE_READONLY` where no key can be made. */
  seal(use: SecretUse, secret: string): Promise<string>
  /** Undefined where the key is missing, another one, or where the text was changed. */
  open(use: SecretUse, sealed: string): Promise<string | undefined>
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals with AES-256-GCM as `v1.<key id>.<iv>.<ciphertext>.<tag>`, parts in base64url. The key lies
 * in a file of `folder`, which is made at the first seal; keep it apart from what is sealed.
 */
export function secretBox(folder: string, fs: FileSystem = diskFileSystem): SecretBox {
  return {
    async seal(use, secret) {
      const key = await makeKey(folder, fs)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(aadOf(use))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
      return [VERSION, key.id, ...parts].join('.')
    },
    async open(use, sealed) {
      const [version, keyId, ...parts] = sealed.split('.')
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== VERSION || parts.length !== 3 || !iv || !text || !tag) return undefined
      const key = await readKey(folder, fs)
      if (key?.id !== keyId || !key) return undefined
      try {
        const decipher = createDecipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(aadOf(use))
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        // not what was sealed for this use
        return undefined
      }
    },
  }
}

function aadOf({ userId, purpose }: SecretUse): Buffer {
  return Buffer.from(`${userId}|${purpose}|${VERSION}`)
}
