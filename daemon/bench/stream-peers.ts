import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StreamClient, USER } from './stream-client.ts'

const programs = {
  model: new URL('./arms/stream-model.ts', import.meta.url),
  ours: new URL('./arms/stream-ours.ts', import.meta.url),
  naive: new URL('./arms/stream-naive.ts', import.meta.url),
}

/** A program beside this one that was started by it. */
export interface Peer {
  readonly url: string
  ask<Answer>(question: string): Promise<Answer>
  end(): Promise<void>
}

/** What the model server knows of its last reply; monotonic milliseconds. */
export interface Said {
  readonly sentAt: readonly number[]
  readonly closedAt?: number
}

/** What a server costs. */
export interface Cost {
  /** Milliseconds since its start. */
  readonly cpu: number
  /** Bytes in use; after a collection where `heap` was asked. */
  readonly heap: number
}

export interface Peers {
  readonly model: Peer
  readonly ours: Peer
  readonly naive: Peer
  /** A client of a server that is ended together with it. */
  client(server: Peer, dialect?: 'delta' | 'full'): Promise<StreamClient>
}

/** Starts the scripted model server and both daemons, and ends them afterwards. */
export async function withPeers(work: (peers: Peers) => Promise<void>): Promise<void> {
  const clients: StreamClient[] = []
  const model = await start(programs.model)
  const ours = await start(programs.ours, model.url, USER)
  const naive = await start(programs.naive, model.url)
  try {
    await work({
      model,
      ours,
      naive,
      async client(server, dialect) {
        const client = await StreamClient.connect(server.url, dialect)
        clients.push(client)
        return client
      },
    })
  } finally {
    for (const client of clients) client.close()
    await Promise.all([ours.end(), naive.end(), model.end()])
  }
}

async function start(program: URL, ...values: string[]): Promise<Peer> {
  const child: ChildProcess = fork(fileURLToPath(program), values, { execArgv: ['--expose-gc'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question)
      return (await answer)[0]
    },
    async end() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
