import type { Page } from 'puppeteer'

/** A way to join: by a bare socket, by polling, or by a socket that began so. */
export type Way = 'socket' | 'upgrade' | 'polling'

/** What is sent to, and with what. */
export interface Target {
  /** Where the daemon is, under the name that the cookie belongs to. */
  readonly url: string
  /** Method and path of each call. */
  readonly calls: readonly (readonly [method: string, path: string])[]
  /** What calls take, by field: as JSON and as the fields of forms. */
  readonly fields: Readonly<Record<string, string>>
  readonly userId: string
  /** In how many of its encodings a form is sent to each call; all of them come up in turn. */
  readonly encodings: number
  /** The path of an image that the daemon would show to its account. */
  readonly image: string
}

/** What somebody could read. */
export interface Answers {
  /** Calls whose answer could be read, with its status. */
  readonly answers: readonly string[]
  /** Connections that were accepted. */
  readonly connections: readonly Way[]
  /** Connections that joined the account: what it hears comes there too. */
  readonly joins: readonly Way[]
}

/** What somebody got from the daemon. */
export interface Haul extends Answers {
  /** Images that were shown, and streams of events that opened. */
  readonly images: number
  readonly streams: number
  /** Each status that the daemon gave, to what could be read and to what could not. */
  readonly statuses: readonly number[]
}

/** Sends each call in every way that a page has, and tries every way to connect. */
export async function sendEverything(from: Page, target: Target): Promise<Haul> {
  const statuses = new Set<number>()
  from.on('response', (answer) => {
    if (answer.url().startsWith(target.url)) statuses.add(answer.status())
  })
  await from.evaluate(sendBlindly, target)
  const images = await from.evaluate(showImage, target.url + target.image)
  const streams = await from.evaluate(openStream, `${target.url}/api/users/me`)
  const read = await askEverything(from, target, ['socket', 'upgrade', 'polling'])
  return { ...read, images, streams, statuses: [...statuses].sort() }
}

/** Sends each call for its answer, and tries these ways to connect. */
export async function askEverything(
  from: Page,
  target: Target,
  ways: readonly Way[],
): Promise<Answers> {
  return {
    answers: await from.evaluate(readAnswers, target),
    ...(await from.evaluate(openConnections, target, ways)),
  }
}

/** Calls with credentials whose answers the page wants to read. */
async function readAnswers({ url, calls, fields }: Target): Promise<string[]> {
  const read: string[] = []
  for (const [method, path] of calls) {
    const body = JSON.stringify(fields)
    const sent = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body }
    try {
      const answer = await fetch(url + path, { method, credentials: 'include', ...sent })
      await answer.text()
      read.push(`${method} ${path} ${answer.status}`)
    } catch {
      // nothing came that the page may read
    }
  }
  return read
}

/** What needs no answer: opaque requests, beacons and forms in each of their encodings. */
async function sendBlindly({ url, calls, fields, encodings: inTurn }: Target): Promise<void> {
  const body = JSON.stringify(fields)
  const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
  const frames = encodings.map((enctype) => {
    const frame = Object.assign(document.createElement('iframe'), { name: enctype })
    return document.body.appendChild(frame)
  })

  async function submit(action: string, frame: HTMLIFrameElement): Promise<void> {
    const form = document.body.appendChild(document.createElement('form'))
    Object.assign(form, { method: 'POST', action, enctype: frame.name, target: frame.name })
    for (const [name, value] of Object.entries(fields)) {
      const field = form.appendChild(document.createElement('input'))
      Object.assign(field, { name, value })
    }
    const answered = new Promise((resolve) =>
      frame.addEventListener('load', resolve, { once: true }),
    )
    form.submit()
    await answered
    form.remove()
  }

  for (const [at, [method, path]] of calls.entries()) {
    const address = url + path
    const blind = { mode: 'no-cors', credentials: 'include' } as const
    if (method === 'GET') {
      await fetch(address, blind).catch(() => undefined)
      continue
    }
    await fetch(address, { ...blind, method: 'POST', body }).catch(() => undefined)
    navigator.sendBeacon(address, body)
    const asked = frames.filter((_, place) => (place + at) % frames.length < inTurn)
    await Promise.all(asked.map((frame) => submit(address, frame)))
  }
  for (const frame of frames) frame.remove()
}

/** Speaks the protocol of socket.io by hand. */
async function openConnections({ url, userId }: Target, ways: readonly Way[]) {
  const connections: Way[] = []
  const joins: Way[] = []
  const join = `420${JSON.stringify(['join-chat', userId, {}])}`
  const isJoined = (packets: string) => /43\d*\[.*"ok":true/.test(packets)
  const answersTo = [
    ['3probe', ['5', '40']],
    ['0', ['40']],
    ['40', [join]],
  ] as const

  function hear(way: Way, line: WebSocket, packet: string): void {
    const replies = answersTo.find(([start]) => packet.startsWith(start))?.[1] ?? []
    for (const reply of replies) line.send(reply)
    if (isJoined(packet)) joins.push(way)
    if (/^4[34]/.test(packet)) line.close()
  }

  /** Resolves after the answer to the join, or when the line is cut. */
  function overSocket(way: Way, query: string, greeting?: string): Promise<void> {
    return new Promise((resolve) => {
      const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4${query}`)
      line.onclose = () => resolve()
      line.onmessage = ({ data }) => hear(way, line, data)
      line.onopen = () => {
        connections.push(way)
        if (greeting) line.send(greeting)
      }
    })
  }

  const ask = (query: string, body?: string) =>
    fetch(`${url}/socket.io/?EIO=4&transport=polling${query}`, {
      credentials: 'include',
      ...(body === undefined ? {} : { method: 'POST', body }),
    }).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
  const begin = async () => /"sid":"([^"]+)"/.exec(await ask(''))?.[1]

  async function byPolling(): Promise<void> {
    const sid = await begin()
    if (!sid) return
    connections.push('polling')
    if ((await ask(`&sid=${sid}`, '40')) === '') return
    await ask(`&sid=${sid}`)
    await ask(`&sid=${sid}`, join)
    if (isJoined(await ask(`&sid=${sid}`))) joins.push('polling')
  }

  async function byUpgrade(): Promise<void> {
    const sid = await begin()
    if (sid) await overSocket('upgrade', `&transport=websocket&sid=${sid}`, '2probe')
  }

  const open: Record<Way, () => Promise<void>> = {
    socket: () => overSocket('socket', '&transport=websocket'),
    upgrade: byUpgrade,
    polling: byPolling,
  }
  for (const way of ways) await open[way]()
  return { connections, joins }
}

function showImage(address: string): Promise<number> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(1)
    image.onerror = () => resolve(0)
    image.src = address
  })
}

function openStream(address: string): Promise<number> {
  return new Promise((resolve) => {
    const stream = new EventSource(address, { withCredentials: true })
    const end = (opened: number) => {
      stream.close()
      resolve(opened)
    }
    stream.onopen = () => end(1)
    stream.onerror = () => end(0)
  })
}
