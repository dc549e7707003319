import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChatList, MessageList } from '@shortlist/contracts/chat'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Caller, newCaller } from './browserless-client.ts'

const MEGABYTES = 16

const disks = {
  ext4(room: string, folder: string) {
    const image = join(room, 'image')
    writeFileSync(image, Buffer.alloc(MEGABYTES * 1024 * 1024))
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' })
  },
  tmpfs(_: string, folder: string) {
    const size = `size=${MEGABYTES}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'pipe' })
  },
}

/** A data folder on a small disk of its own; the reason where this computer does not let us mount one. */
async function smallDisk(kind: keyof typeof disks) {
  const room = await freshFolder()
  const folder = join(room, 'data')
  await mkdir(folder)
  try {
    disks[kind](room, folder)
  } catch (error) {
    return { room, folder, reason: `no ${kind} can be mounted here: ${String(error)}` }
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  return { room, folder, reason: undefined }
}

/** Leaves no byte. */
async function fill(folder: string) {
  const file = await open(join(folder, 'ballast'), 'a')
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      await file.write(Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
  await file.close()
}

function ask(ada: Caller, n: number) {
  const { id: userId } = ada.account
  const chatId = `${userId}_${n}`
  const message = {
    msg: 'How do I write a CV?',
    userId,
    coachOrChat: 'coach',
    chatId,
    messageId: n,
  }
  return ada.call('POST', '/api/chatbot', message)
}

async function chatIds(ada: Caller) {
  const list = await ada.call('GET', `/api/chatbot/list/${ada.account.id}`)
  return ChatList.parse(await list.json()).map(({ chatId }) => chatId)
}

it.for([
  ['ext4', 'stop'],
  ['tmpfs', 'kill'],
] as const)(
  'lets everything be read that lies on a full %s after a %s, and takes nothing',
  {
    timeout: 60_000,
  },
  async ([kind, end], { skip }) => {
    const { room, folder, reason } = await smallDisk(kind)
    if (reason) skip(reason)
    const port = await freePort()
    const first = await startDaemon({ dataFolder: folder, port })
    const ada = await newCaller(first.url, 'ada@example.test')
    expect((await ask(ada, 1)).status).toBe(200)
    await first[end]()
    await fill(folder)

    const daemon = await startDaemon({ dataFolder: folder, port })
    // a start takes small files away
    await fill(folder)

    expect(await chatIds(ada)).toEqual([`${ada.account.id}_1`])
    const path = `/api/chatbot/messages/${ada.account.id}/${ada.account.id}_1`
    const [question] = MessageList.parse(await (await ada.call('GET', path)).json())
    expect(question?.content).toBe('How do I write a CV?')
    const refused = await ask(ada, 2)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ message: "The server's disk is full." })
    expect((await runCommand({ room, args: ['export', join(room, 'out')] })).code).toBe(75)

    await rm(join(folder, 'ballast'))
    expect((await ask(ada, 3)).status).toBe(200)
    expect(await daemon.stop()).toBe(0)
    await startDaemon({ dataFolder: folder, port })
    expect((await chatIds(ada)).sort()).toEqual([1, 3].map((n) => `${ada.account.id}_${n}`))
  },
)
