import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startMailModel } from '../../.config/testing/mail-model.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { runDaemon } from '../src/composition/run-daemon.ts'
import { readConfig } from '../src/env.ts'
import { openLog } from '../src/platform/log.ts'
import { allAnswers } from './all-answers.ts'
import { type Caller, newCaller } from './browserless-client.ts'
import { folderClient, type UploadPair } from './folder-client.ts'
import { png } from './images.ts'
import { mailClient } from './mail-client.ts'

const MAILS = 6
const QUESTIONS = ['Which harbour has a lighthouse?', 'When does the tide of the firth turn?']
const FILES: readonly UploadPair[] = [
  ['docs/harbour.md', '# Harbour\n\nThe harbour of Oban has a lighthouse on Lismore.\n'],
  ['docs/tide.md', '# Tide\n\nThe tide of the firth turns at six, say the tables.\n'],
  ['docs/boats.md', '# Boats\n\nTwo boats lie on the shore and wait for paint.\n'],
]

/** What two accounts have used everything of: one its mailbox and folders, the other the sample. */
export interface House {
  /** Holds the data folder and the keys. */
  readonly room: string
  readonly ada: Caller
  readonly bob: Caller
  /** Begins a daemon in this process on that room or on a copy of it. */
  begin(room: string): Promise<RunningHouse>
}

export interface RunningHouse {
  readonly url: string
  /** What it had to say of the data folder. */
  readonly reports: readonly string[]
  close(): Promise<void>
}

/** Lets a daemon be used, with a mailbox and a model server that also makes vectors, and stops it. */
export async function livedInHouse(): Promise<House> {
  const place = await freshFolder()
  const [room, mailbox] = [join(place, 'room'), join(place, 'mails')]
  for (const folder of [room, mailbox]) await mkdir(folder)
  await deliver(mailbox)
  const model = await startMailModel({ delayMs: 0 })
  const environment = {
    PORT: String(await freePort()),
    MAILBOX_FILE: mailbox,
    MAIL_OWNER_EMAIL: 'ada@example.test',
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'scripted',
    EMBEDDING_MODEL: 'embedder',
    USER_TIME_ZONE: 'Europe/Zurich',
  }
  const config = readConfig({ flags: {}, environment, envFile: undefined })
  const log = await openLog({ level: 'silent', file: join(place, 'daemon.log'), secrets: [] })

  async function begin(inRoom: string): Promise<RunningHouse> {
    const reports: string[] = []
    const report = (sentence: string) => void reports.push(sentence)
    const [data, keys] = [join(inRoom, 'data'), join(inRoom, 'keys')]
    const daemon = await runDaemon({
      config,
      envFile: join(place, 'none.env'),
      whereSet: () => ({ isInEnvironment: false, lines: [] }),
      folders: { data, config: keys, log: place, web: place },
      log,
      report,
      onLost: ({ message }) => report(message),
      sample: false,
      dev: false,
      checkSetUp: async () => [],
    })
    await daemon.findEngine()
    let closing: Promise<void> | undefined
    return {
      url: `http://localhost:${daemon.port}`,
      reports,
      close() {
        closing ??= daemon.close()
        return closing
      },
    }
  }

  const callers = await liveIn(await begin(room))
  return {
    room,
    ...callers,
    begin,
  }
}

async function deliver(mailbox: string): Promise<void> {
  for (let number = 1; number <= MAILS; number++) {
    const calendar = invitation({ uid: `uid-${number}`, start: inDays(10 + number) })
    const date = new Date(Date.UTC(2026, 6, number))
    const raw = plainMail({ number, date, ...(number % 3 === 0 && { calendar }) })
    await writeFile(join(mailbox, `${number}.eml`), raw)
  }
}

async function liveIn({ url, close }: RunningHouse): Promise<{ ada: Caller; bob: Caller }> {
  const ada = await newCaller(url, 'ada@example.test')
  const bob = await newCaller(url, 'bob@example.test')
  for (const caller of [ada, bob]) {
    const mail = await mailClient(url, caller)
    await mail.useLocalCalendar()
    if (caller === bob) await mail.post('/api/gmail/sample')
    await mail.syncToEnd()
    mail.close()
    await useFolders(url, caller, caller === ada ? FILES : FILES.slice(1))
    await askWithImage(url, caller)
  }
  await close()
  return { ada, bob }
}

async function useFolders(url: string, caller: Caller, files: readonly UploadPair[]) {
  const client = await folderClient(url, caller)
  await client.upload(files)
  for (const chat of ['one', 'two']) {
    const chatId = `${caller.account.id}_${chat}`
    const titled = client.titled(chatId)
    await client.ask(`What is ${chat}?`, chatId)
    await client.ask(`And what is twice ${chat}?`, chatId)
    await titled
  }
  await client.settled()
  client.close()
}

/** All answers once the mailbox is read again and what can be made again is made. */
export async function settledAnswers(url: string, caller: Caller) {
  const mail = await mailClient(url, caller)
  if (!(await mail.calendar()).connected) await mail.useLocalCalendar()
  if ((await mail.status()).connected) await mail.syncToEnd()
  mail.close()
  return allAnswers(url, caller, QUESTIONS)
}

async function askWithImage(url: string, { account, cookie }: Caller): Promise<void> {
  const form = new FormData()
  const fields = { msg: 'What is on it?', userId: account.id, coachOrChat: 'chat' }
  const ids = { chatId: `${account.id}_one`, messageId: 'image' }
  for (const [name, value] of Object.entries({ ...fields, ...ids })) form.append(name, value)
  form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'dot.png')
  const answer = await fetch(`${url}/api/chatbot`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
}
