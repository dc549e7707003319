import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import {
  diskFileSystem,
  type FileSystem,
  failStored,
  isSystemError,
  makeFolder,
  storageError,
  syncFolderOf,
  writeFileDurably,
} from './storage/file-system.ts'

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

const KEY_FILE = 'secrets.key'
const KEY = /^[A-Za-z0-9_-]{43}\n?$/

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

/** The key that secrets are sealed with. */
interface Key {
  /** Names the key without telling it: 8 hexadecimal digits of its SHA-256. */
  readonly id: string
  /** 256 bits. */
  readonly bytes: Buffer
}

/** The key of a folder, or undefined where there is none or where it cannot be read as one. */
async function readKey(folder: string, fs: FileSystem) {
  const text = await fs.readFile(join(folder, KEY_FILE), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'EACCES', 'EPERM', 'EISDIR')) return undefined
    throw storageError(error)
  })
  return text !== undefined && KEY.test(text) ? keyOf(text) : undefined
}

/**
 * The same, made where there is none: a file for its owner alone, durable before it is used. Another
 * daemon may make it at the same time; both then use the same. Throws `STORE_READONLY` where the
 * file cannot be made, or where it holds something else, which stays untouched.
 */
async function makeKey(folder: string, fs: FileSystem): Promise<Key> {
  const path = join(folder, KEY_FILE)
  await makeFolder(folder, fs).catch(failStored)
  const before = await readKey(folder, fs)
  if (before) return before
  const draft = join(folder, `.${KEY_FILE}.${randomBytes(8).toString('hex')}.new`)
  await writeFileDurably(draft, `${randomBytes(32).toString('base64url')}\n`, { fs }).catch(
    failStored,
  )
  try {
    await putInPlace(fs, draft, path)
    await syncFolderOf(fs, path)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw storageError(error)
  } finally {
    await fs.rm(draft, { force: true })
  }
  const made = await readKey(folder, fs)
  if (made) return made
  const sentence = `${path} is not a key of Shortlist. Move it away; calendars are then connected anew.`
  throw new AppError('STORE_READONLY', sentence)
}

/** Never in the place of a key that is there. */
async function putInPlace(fs: FileSystem, draft: string, path: string): Promise<void> {
  try {
    await fs.link(draft, path)
  } catch (error) {
    // a file system without hard links
    if (!isSystemError(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw error
    await fs.rename(draft, path)
  }
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(text.trim(), 'base64url')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}
