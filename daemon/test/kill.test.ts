import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startMailModel } from '../../.config/testing/mail-model.ts'
import { type DaemonOptions, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { Acknowledged } from './acknowledged.ts'
import { contentsOf } from './contents-of.ts'
import { mailClient } from './mail-client.ts'
import { MAILS_A_ROUND, mixedLoad } from './mixed-load.ts'
import { seededRandom } from './seeded-random.ts'

const KILLS = sized(3, 500)
/** Answers and events until a kill, at most. */
const HEARD_MAX = 90
/** The share of starts that are killed before, and when at the latest. */
const KILLED_STARTS = 0.3
const START_MS_MAX = 900
const ROUNDS_BETWEEN_FULL_LOOKS = 50
/** Mails that are analysed at the same time. */
const CONCURRENCY = 4

it(
  `keeps what it has acknowledged, and brings nothing back, through ${KILLS} kills`,
  async () => {
    const { begin, mailbox, dataFolder, model } = await house()
    const random = seededRandom(15)
    const acknowledged = new Acknowledged()
    let daemon = await begin({})
    const { port, url } = daemon
    const first = await mailClient(url)
    await first.useLocalCalendar()
    first.close()
    const { caller } = first
    let kills = KILLS

    for (let round = 0; round < KILLS; round++) {
      const enough = Math.floor(random() * HEARD_MAX)
      const killed = Promise.withResolvers<void>()
      let heard = 0
      await mixedLoad({ url, caller, round, mailbox, acknowledged }, () => {
        if (heard++ === enough) killed.resolve(daemon.kill())
      })
      await killed.promise
      if (random() < KILLED_STARTS) {
        kills += 1
        const signal = AbortSignal.timeout(Math.ceil(random() * START_MS_MAX))
        const early = await begin({ port, signal }).catch((refusal) => {
          if (!signal.aborted) throw refusal
        })
        await early?.kill()
      }
      daemon = await begin({ port })
      const isFullLook = round % ROUNDS_BETWEEN_FULL_LOOKS === ROUNDS_BETWEEN_FULL_LOOKS - 1
      const faults = await acknowledged.faults(caller, isFullLook ? 'all' : 'fresh')
      expect(faults, `after kill ${kills}`).toEqual([])
    }

    const ada = await mailClient(url, caller)
    await ada.sync()
    const { emails } = await ada.until(
      ({ sync, emails: all }) => sync === null && all.every(({ analyzed }) => analyzed),
    )
    expect(await acknowledged.faults(caller, 'all')).toEqual([])
    expect(emails.length).toBe(KILLS * MAILS_A_ROUND)
    expect(model.calls()).toBeLessThanOrEqual(emails.length + kills * CONCURRENCY)
    const events = emails.flatMap((email) => email.events)
    const feed = await (await fetch((await ada.calendar()).feedUrl ?? '')).text()
    const booked = [...feed.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
    expect(booked.length).toBe(events.filter(({ state }) => state === 'created').length)
    expect(new Set(booked).size).toBe(booked.length)
    ada.close()
    await daemon.stop()
    const contents = await contentsOf(dataFolder)
    expect(leftOf(acknowledged.deletedChats, contents.values())).toEqual([])
    const onDisk = [...contents.keys()]
    expect(onDisk.filter((path) => path.includes('/uploads/'))).toEqual([])
    expect(onDisk.filter((path) => /\/retrieval\/.*\.json$/.test(path)).length).toBe(
      acknowledged.files,
    )
    expect(acknowledged.count).toBeGreaterThan(KILLS * 4)
  },
  sized(300_000, 3_600_000),
)

/** A daemon with a model server and a mailbox, which can begin again and again. */
async function house() {
  const room = await freshFolder()
  const [dataFolder, mailbox] = [join(room, 'data'), join(room, 'mails')]
  await mkdir(mailbox)
  const model = await startMailModel({ delayMs: 5 })
  const env = {
    MAILBOX_FILE: mailbox,
    MAIL_CONCURRENCY: String(CONCURRENCY),
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'scripted',
    EMBEDDING_MODEL: 'embedder',
    USER_TIME_ZONE: 'Europe/Zurich',
  }
  const begin = (options: DaemonOptions) => startDaemon({ dataFolder, env, ...options })
  return { begin, mailbox, dataFolder, model }
}

/** Which of these chats words of are left in any file. */
function leftOf(chats: readonly string[], texts: Iterable<string>): readonly string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [, messageId = ''] of text.matchAll(/said (\d+-\d+-\d+)/g)) found.add(messageId)
  }
  return chats.filter((id) => found.has(id.slice(id.indexOf('_') + 1)))
}
