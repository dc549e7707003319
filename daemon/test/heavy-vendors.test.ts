import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { mailClient } from './mail-client.ts'

const reporter = new URL('./report-loaded.ts', import.meta.url).href

it('leaves the SDK of Google alone at the start, in a chat and in a sync without Google', async () => {
  const daemon = await startDaemon({
    args: ['--sample'],
    env: { NODE_OPTIONS: `--import=${reporter}` },
  })
  const atStart = await loadedFiles(daemon)
  const client = await mailClient(daemon.url)

  const chat = await client.post('/api/chatbot', {
    msg: 'How do I prepare for an interview?',
    coachOrChat: 'coach',
    chatId: `${client.caller.account.id}_1`,
    messageId: 'm1',
  })
  await client.useLocalCalendar()
  const end = await client.syncToEnd()
  const { emails } = await client.status()

  expect(chat.ok).toBe(true)
  expect(end.name).toBe('sync-complete')
  expect(emails.some(({ events }) => events.some(({ state }) => state === 'created'))).toBe(true)
  expect([atStart, await loadedFiles(daemon)]).toEqual([0, 0])
})

async function loadedFiles({ process: child }: RunningDaemon): Promise<number> {
  if (!child.stdout) throw new Error('the daemon has no output')
  const lines = createInterface({ input: child.stdout })
  const told = new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      const count = /^loaded (\d+) files/.exec(line)?.[1]
      if (count !== undefined) resolve(Number(count))
    })
  })
  child.kill('SIGUSR2')
  return told.finally(() => lines.close())
}
