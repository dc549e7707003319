import { parentPort, threadId } from 'node:worker_threads'
import type { ReadMessage } from '../../ports.ts'
import type { ReadRequest } from '../message-worker.ts'
import { readHeadersOnly, readMessage } from '../read-message.ts'

/** Reads mails like the real one, but does what the text of a mail tells it to: `same` becomes the thread's number. */
parentPort?.on('message', async ({ mails, problem }: ReadRequest) => {
  const messages: ReadMessage[] = []
  for (const mail of mails) {
    const text = Buffer.from(mail.source).toString().split('\r\n\r\n')[1] ?? ''
    if (problem === null || text.includes('always')) misbehave(text)
    const message =
      problem === null ? await readMessage(mail) : await readHeadersOnly(mail.source, problem)
    messages.push(text === 'same' ? { ...message, text: String(threadId) } : message)
  }
  parentPort?.postMessage(messages)
})

function misbehave(text: string): void {
  const hoard: string[][] = []
  if (text.startsWith('exit')) process.exit(1)
  if (text.startsWith('throw')) throw new Error('As told')
  while (text.startsWith('hang')) Math.random()
  while (text.startsWith('hoard')) hoard.push(Array.from({ length: 10_000 }, String))
}

parentPort?.postMessage('ready')
