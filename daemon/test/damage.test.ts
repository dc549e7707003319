import { cp, glob, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { sampled, sized } from '../../.config/testing/test-size.ts'
import { accountName } from '../src/retrieval/file-record.ts'
import { type Answers, differences, Refusal } from './all-answers.ts'
import { signIn } from './browserless-client.ts'
import { contentsOf } from './contents-of.ts'
import { type House, livedInHouse, settledAnswers } from './lived-in-house.ts'

/** Every kind of file of a data folder, damaged in every way, and the daemon that meets it. */

const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  missing: (path) => rm(path),
  empty: (path) => writeFile(path, ''),
  'cut in half': (path) => change(path, (bytes) => bytes.subarray(0, bytes.length >> 1)),
  'changed in one bit': (path) =>
    change(path, (bytes) => {
      const at = bytes.length >> 1
      return bytes.fill((bytes[at] ?? 0) ^ 1, at, at + 1)
    }),
  'changed in one letter': (path) =>
    change(path, (bytes) => {
      const half = bytes.length >> 1
      const at = half + bytes.toString('latin1').slice(half).search(/[a-z]/i)
      return bytes.fill(bytes[at] === 113 ? 'r' : 'q', at, at + 1)
    }),
  'followed by garbage': (path) =>
    change(path, (bytes) => Buffer.concat([bytes, Buffer.from('x\u0000{"garbage":\n]}')])),
  zeroed: (path) => change(path, (bytes) => Buffer.alloc(bytes.length)),
  'a folder': async (path) => {
    await rm(path)
    await mkdir(path)
  },
}

/** Those that a log cannot hide, whether what it held comes back or not. */
const losses = new Set(['missing', 'empty', 'cut in half', 'zeroed', 'a folder'])

async function change(path: string, work: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(path, work(await readFile(path)))
}

interface Row {
  readonly files: readonly string[]
  /** Answers that may be others than before; all others are the same. */
  readonly differs?: RegExp
  /** What is said in any case; something is wherever an answer differs. */
  readonly says?: RegExp
  /** It is said until somebody has done something about it. */
  readonly isToldAgain?: boolean
  /** It is made again while the first answers are given, or by the next sync. */
  readonly comesBack?: boolean
  /** The start is refused with such a sentence, and everything stays as it lies. */
  readonly refuses?: RegExp
}

/** Names in braces are those of `namesIn`. */
const documents: Readonly<Record<string, Row>> = {
  ...document('users', { refuses: /Without it nobody has an account.*"import"/ }),
  ...document('sessions', { says: /Everybody has to sign in again/ }),
  ...document('calendar/connections', { says: /Calendars have to be connected again/ }),
  ...document('calendar/events', { refuses: /Without it the local calendar begins empty/ }),
  ...document('mail/settings', {
    differs: /^bob (mail|ics)/,
    says: /Who uses the sample mailbox is forgotten/,
  }),
}
const others: Readonly<Record<string, Row>> = {
  'key of secrets': {
    files: ['keys/secrets.key'],
    differs: /^(ada|bob) (calendar|feed)$/,
    says: /key of the secrets/,
    isToldAgain: true,
  },
  'log of a chat': {
    files: ['data/records/chats/{chat}.jsonl'],
    differs: /^ada (chats|(context|messages) .*_one|image .*)$/,
  },
  'log of a mailbox': { files: ['data/records/mail/{mailbox}.jsonl'], comesBack: true },
  'image of a chat': { files: ['data/images/{chat}/{image}'], differs: /^ada image/ },
  'log of the sample': { files: ['data/records/mail/{sample}.jsonl'], comesBack: true },
  vectors: { files: ['data/retrieval/{ada}/vectors.db'] },
  'log of folders': {
    files: ['data/records/folders/{ada}.jsonl'],
    // the time of the last change is nowhere else
    differs: /^ada folders$/,
    comesBack: true,
  },
  'log of appointments': { files: ['data/records/appointments/{ada}.jsonl'], comesBack: true },
  'text of a file': {
    files: ['data/retrieval/{ada}/records/{file}'],
    differs: /^ada (folders|(file|source|search) .*)$/,
  },
  'index of words': { files: ['data/retrieval/{ada}/index.sqlite'] },
  'checksum of the words': { files: ['data/retrieval/{ada}/index.sqlite.checksum'] },
  'index of records': { files: ['data/index.db'] },
  'checksum of the index': { files: ['data/index.db.checksum'] },
}

/** Either copy brings the other back; what is lost with both is said. */
function document(name: string, lost: Omit<Row, 'files'>): Record<string, Row> {
  const [file, copy] = [`data/${name}.json`, `data/${name}.json.bak`]
  return {
    [name]: { files: [file] },
    [`${name}.bak`]: { files: [copy] },
    [`both ${name}`]: { files: [file, copy], ...lost },
  }
}

function casesOf(rows: Readonly<Record<string, Row>>) {
  return Object.entries(rows).flatMap(([kind, row]) =>
    Object.keys(damages)
      // where both copies are missing, there may never have been any
      .filter((damage) => row.files.length === 1 || damage !== 'missing')
      .map((damage) => ({ kind, damage, ...row })),
  )
}

const kindsOfDamage = Object.keys(damages).length
const cases = [
  ...sampled(casesOf(documents), 29),
  // of the others each kind once, with one damage after the other
  ...casesOf(others).filter((_, at) =>
    sized(at % kindsOfDamage === Math.floor(at / kindsOfDamage) % kindsOfDamage, true),
  ),
]

let house: House
let names: ReadonlyMap<string, string>
let before: ReadonlyMap<string, Answers>

beforeAll(async () => {
  house = await livedInHouse()
  names = await namesIn(house)
  const daemon = await house.begin(house.room)
  before = await allOf(daemon.url)
  await daemon.close()
}, 300_000)

it.each(cases)(
  'starts where $kind is $damage, says what is lost and harms nothing else',
  async ({ files, damage, differs, says, isToldAgain, comesBack, refuses }) => {
    const room = await copyOf(house)
    for (const file of files) await damages[damage]?.(join(room, withNames(file)))
    if (refuses) {
      const found = await contentsOf(room)
      await expect(begin(room)).rejects.toThrow(refuses)
      expect(await contentsOf(room)).toEqual(found)
      return
    }

    const daemon = await begin(room)
    if (comesBack) await allOf(daemon.url)
    const after = await allOf(daemon.url)
    await daemon.close()
    const again = await begin(room)
    const later = await allOf(again.url)
    await again.close()

    const differing = differingFrom(before, after)
    // an index that was as it was left knows what its log has lost until the next start
    const all = new Set([...differing, ...differingFrom(before, later)])
    expect([...all].filter((each) => !differs?.test(each))).toEqual([])
    const silent = differing.filter((each) => !(answerIn(after, each) instanceof Refusal))
    const isLost = losses.has(damage) && files.some((file) => file.startsWith('data/records/'))
    if (says || silent.length > 0 || isLost) expect(daemon.reports.join('\n')).toMatch(says ?? /./)
    expect(again.reports.filter((each) => !(isToldAgain && says?.test(each)))).toEqual([])
  },
)

it('keeps every file and folder for its owner alone', async () => {
  const entries = await readdir(house.room, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
})

it.each([
  ['users.json', /users\.json in .* is missing, .* Without it nobody has an account/],
  ['calendar/events.json', /events\.json in .* is missing, .* the local calendar begins empty/],
])(
  'says that %s is gone where what it belongs to is there, and nothing of an unused folder',
  async (name, says) => {
    const room = await copyOf(house)
    for (const copy of ['', '.bak']) await rm(join(room, 'data', `${name}${copy}`))
    const daemon = await begin(room)
    await daemon.close()
    const unused = await begin(await freshFolder())
    await unused.close()

    expect(daemon.reports).toEqual([expect.stringMatching(says)])
    expect(unused.reports).toEqual([])
  },
)

it.skipIf(process.platform === 'win32')(
  'answers the same where all that is derived is deleted, while it is stopped and while it runs',
  async () => {
    const room = await copyOf(house)
    await removeDerived(room)
    const daemon = await begin(room)
    expect(await allOf(daemon.url)).toEqual(before)
    await removeDerived(room)
    expect(await allOf(daemon.url)).toEqual(before)
    const { ada } = house
    const chatId = `${ada.account.id}_new`
    const body = { msg: 'One more', userId: ada.account.id, coachOrChat: 'coach', chatId }
    await ada.call('POST', '/api/chatbot', { ...body, messageId: 1 })
    const now = await allOf(daemon.url)
    await daemon.close()
    const again = await begin(room)
    expect(await allOf(again.url)).toEqual(now)
    await again.close()

    expect(differences(before.get('ada') ?? new Map(), now.get('ada') ?? new Map())).toContain(
      'chats',
    )
    expect([...daemon.reports, ...again.reports]).toEqual([])
  },
)

async function begin(room: string) {
  const daemon = await house.begin(room)
  onTestFinished(() => daemon.close())
  return daemon
}

/** The answers of both accounts, after a sign-in and with a calendar where either is needed again. */
async function allOf(url: string): Promise<ReadonlyMap<string, Answers>> {
  const all = new Map<string, Answers>()
  for (const [name, known] of Object.entries({ ada: house.ada, bob: house.bob })) {
    const { status } = await known.call('GET', '/api/users/me')
    const caller = status === 401 ? await signIn(url, known.account.email) : known
    all.set(name, await settledAnswers(url, caller))
  }
  return all
}

function differingFrom(
  one: ReadonlyMap<string, Answers>,
  other: ReadonlyMap<string, Answers>,
): readonly string[] {
  return [...one].flatMap(([name, answers]) =>
    differences(answers, other.get(name) ?? new Map()).map((each) => `${name} ${each}`),
  )
}

function answerIn(all: ReadonlyMap<string, Answers>, name: string): unknown {
  const [account = '', ...asked] = name.split(' ')
  return all.get(account)?.get(asked.join(' '))
}

async function copyOf({ room }: House): Promise<string> {
  const copy = await freshFolder()
  await cp(room, copy, { recursive: true })
  return copy
}

async function removeDerived(room: string): Promise<void> {
  const derived = join(room, '**', '{index.db,index.sqlite,vectors.db}*')
  for await (const path of glob(derived)) await rm(path)
}

function withNames(file: string): string {
  return file.replace(/\{(\w+)\}/g, (_, name) => names.get(name) ?? expect.unreachable(name))
}

/** What the files of Ada and of the sample are called. */
async function namesIn({ room, ada }: House): Promise<ReadonlyMap<string, string>> {
  const contents = await contentsOf(join(room, 'data'))
  const holding = (pattern: RegExp, words = '') => {
    for (const [path, content] of contents) {
      const name = pattern.exec(path)?.[1]
      if (name && content.includes(words)) return name
    }
    return expect.unreachable(`${pattern}`)
  }
  const log = accountName(ada.account.id)
  const chat = holding(/records\/chats\/(.*)\.jsonl$/, `${ada.account.id}_one`)
  return new Map([
    ['ada', log],
    ['chat', chat],
    ['image', holding(new RegExp(`images/${chat}/(.*)$`))],
    ['mailbox', holding(/records\/mail\/(.*)\.jsonl$/, '"isSample":false')],
    ['sample', holding(/records\/mail\/(.*)\.jsonl$/, '"isSample":true')],
    ['file', holding(new RegExp(`${log}/records/(.*)$`))],
  ])
}
