import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPeer } from '../peers.mjs'
import { endWithTests } from './end-with-tests.ts'
import { freePort } from './free-port.ts'
import { signsIn } from './imap-knock.ts'
import { type DovecotProcess, dovecotProcess } from './run-dovecot.ts'

/** User and group that mail belongs to, as numbers. */
export type MailOwner = readonly [uid: number, gid: number]

/** A throw-away IMAP server on 127.0.0.1. `stop` and `start` again are an outage. */
export interface Dovecot extends DovecotProcess {
  /** Plain and STARTTLS. */
  readonly port: number
  /** TLS from the first byte. */
  readonly tlsPort: number
  /** PEM text of its own certificate, for `localhost` and 127.0.0.1. */
  readonly ca: string
  /** Whom delivered mail has to belong to; undefined where that is this process's user. */
  readonly owner: MailOwner | undefined
  /** Where `deliver` puts the mail of a user. */
  maildir(user: string): string
  /** Resolves once the new password is the one that counts; open connections stay. */
  setPassword(user: string, password: string): Promise<void>
  /** Gives every mail of INBOX a new number under another UIDVALIDITY; takes an outage. */
  resetUidValidity(user: string): Promise<void>
  /** Stops it and removes everything it has stored. */
  remove(): Promise<void>
}

export interface DovecotOptions {
  /** All that it says it can do, "IMAP4rev1 IDLE" for instance; by default everything it can. */
  readonly capability?: string
}

/** Debian's user `mail`: mail must not belong to root. */
const DEBIAN_MAIL: MailOwner = [8, 8]
const RETRY_MS = 15

/**
 * Starts a server of its own; `users` maps user names to passwords. Throws with the server's log
 * where it does not start, and where Dovecot is missing or not of version 2.3.
 */
export async function startDovecot(
  users: Readonly<Record<string, string>>,
  { capability = '' }: DovecotOptions = {},
): Promise<Dovecot> {
  const binary = findDovecot()
  const folder = fs.mkdtempSync(join(tmpdir(), 'dovecot-'))
  // the authentication process runs as another user and has to look inside
  fs.chmodSync(folder, 0o755)
  const inside = (...names: string[]) => join(folder, ...names)
  for (const name of ['run', 'mail', 'state']) fs.mkdirSync(inside(name))
  makeCertificate(inside('key.pem'), inside('certificate.pem'))

  const passwords = new Map(Object.entries(users))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const { owner, ...identity } = whoRunsIt()
  if (owner) fs.chownSync(inside('mail'), ...owner)
  const values = { FOLDER: folder, PORT: port, TLS_PORT: tlsPort, CAPABILITY: capability }
  fs.writeFileSync(inside('dovecot.conf'), fillIn({ ...values, ...identity }))
  writePasswords(inside('users'), passwords)

  const server = dovecotProcess(binary, inside('dovecot.conf'), inside('dovecot.log'), port)
  const maildir = (user: string) => inside('mail', user, 'Maildir')
  await server.start()

  return {
    ...server,
    port,
    tlsPort,
    ca: fs.readFileSync(inside('certificate.pem'), 'utf8'),
    owner,
    maildir,
    async setPassword(user, password) {
      writePasswords(inside('users'), passwords.set(user, password))
      // the server looks at the file once a second
      while (!(await signsIn(port, user, password))) await pause(RETRY_MS)
    },
    async resetUidValidity(user) {
      await server.stop()
      renumber(maildir(user), owner)
      await server.start()
    },
    remove: endWithTests(async () => {
      await server.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    }),
  }
}

let delivered = 0

/**
 * Delivers a raw message as a mail server does: written aside, then renamed into place. `at` is
 * when it was received (INTERNALDATE). Returns the name of its file.
 */
export function deliver(maildir: string, raw: Uint8Array, at: Date, owner?: MailOwner): string {
  const inside = ['cur', 'new', 'tmp'].map((name) => join(maildir, name))
  for (const folder of [dirname(maildir), maildir, ...inside]) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (owner) fs.chownSync(folder, ...owner)
  }
  const name = `${Math.floor(at.getTime() / 1000)}.M${delivered++}P${process.pid}.test`
  const aside = join(maildir, 'tmp', name)
  fs.writeFileSync(aside, raw)
  fs.utimesSync(aside, at, at)
  if (owner) fs.chownSync(aside, ...owner)
  fs.renameSync(aside, join(maildir, 'new', name))
  return name
}

function findDovecot(): string {
  const binary = findPeer('dovecot')
  if (!binary) throw new Error('dovecot is not installed')
  const version = execFileSync(binary, ['--version']).toString().trim()
  if (!version.startsWith('2.3.')) throw new Error(`dovecot 2.3 is needed, this is ${version}`)
  return binary
}

function makeCertificate(key: string, certificate: string): void {
  const curve = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', [...curve.split(' '), ...names, ...files], { stdio: 'ignore' })
}

/** Names and numbers that the server runs under. */
function whoRunsIt() {
  const { uid, gid, username } = userInfo()
  if (uid === 0) {
    const [UID, GID] = DEBIAN_MAIL
    const names = { LOGIN_USER: 'dovenull', INTERNAL_USER: 'dovecot', INTERNAL_GROUP: 'dovecot' }
    return { owner: DEBIAN_MAIL, UID, GID, ...names }
  }
  const group = execFileSync('id', ['-gn']).toString().trim()
  const names = { LOGIN_USER: username, INTERNAL_USER: username, INTERNAL_GROUP: group }
  return { owner: undefined, UID: uid, GID: gid, ...names }
}

function fillIn(values: Readonly<Record<string, string | number>>): string {
  const template = fs.readFileSync(new URL('dovecot.conf.txt', import.meta.url), 'utf8')
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => String(values[name]))
}

function writePasswords(file: string, passwords: ReadonlyMap<string, string>): void {
  const lines = [...passwords].map(([user, password]) => `${user}:{PLAIN}${password}::::::\n`)
  fs.writeFileSync(file, lines.join(''))
}

/** Gives a stopped server an empty list of numbers, with the next UIDVALIDITY. */
function renumber(maildir: string, owner: MailOwner | undefined): void {
  const list = join(maildir, 'dovecot-uidlist')
  const before = /^3 V(\d+) /.exec(fs.readFileSync(list, 'utf8'))?.[1]
  if (!before) throw new Error('the list of numbers is not of version 3')
  for (const name of fs.readdirSync(maildir)) {
    if (name.startsWith('dovecot')) fs.rmSync(join(maildir, name))
  }
  fs.writeFileSync(list, `3 V${Number(before) + 1} N1 G${randomBytes(16).toString('hex')}\n`)
  if (owner) fs.chownSync(list, ...owner)
}
