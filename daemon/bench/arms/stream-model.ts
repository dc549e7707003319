import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model server that says `tokens=N` tokens of four characters, `rate=R` of them a second, as the
 * last message tells it to, and writes down when each of them left.
 */
interface Said {
  /** Monotonic milliseconds, the same clock in every process of the computer. */
  readonly sentAt: number[]
  /** When the line was closed, by whomever. */
  closedAt: number | undefined
}

let last: Said = { sentAt: [], closedAt: undefined }

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.url?.endsWith('/models')) return answer(response, { data: [{ id: 'scripted' }] })
  if (!request.url?.endsWith('/chat/completions')) return response.writeHead(404).end()
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    stream?: boolean
    messages: { content: string }[]
  }
  if (!body.stream) return answer(response, completion('A title'))
  const order = /tokens=(\d+) rate=(\d+)/.exec(body.messages.at(-1)?.content ?? '')
  say(response, Number(order?.[1]), Number(order?.[2]))
})

server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', () => process.send?.(last))
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` })

function say(response: ServerResponse, tokens: number, rate: number): void {
  const said: Said = { sentAt: [], closedAt: undefined }
  last = said
  response.socket?.setNoDelay(true)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.once('close', () => {
    said.closedAt = now()
  })
  const began = now()
  speak()

  function speak(): void {
    if (response.destroyed) return
    while (said.sentAt.length < tokens && now() - began >= (said.sentAt.length * 1000) / rate) {
      said.sentAt.push(now())
      response.write(event({ delta: { content: token(said.sentAt.length - 1) } }))
    }
    if (said.sentAt.length < tokens) setTimeout(speak, 1)
    else response.end(`${event({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`)
  }
}

function token(at: number): string {
  return `${String(at % 1000).padStart(3, '0')} `
}

function event(choice: object): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
}

function completion(content: string): object {
  const message = { role: 'assistant', content }
  return { choices: [{ index: 0, finish_reason: 'stop', message }] }
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
