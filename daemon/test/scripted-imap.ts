import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server says to one command: lines, of which the last one ends it ("OK done"). */
export type ImapAnswer = (args: string) => readonly string[]

export interface ScriptedImap {
  readonly port: number
  /** What is said to the next command of a name, instead of the usual. */
  answer(command: string, ...lines: readonly string[]): void
}

const done = () => ['OK done']

/** A server whose INBOX holds two mails, numbers 1 and 2, and which can do nothing but RFC 3501. */
const usual: Readonly<Record<string, ImapAnswer>> = {
  CAPABILITY: () => ['* CAPABILITY IMAP4rev1', 'OK done'],
  LIST: () => ['* LIST () "/" INBOX', '* LIST (\\Drafts) "/" Drafts', 'OK done'],
  EXAMINE: () => ['* 2 EXISTS', '* OK [UIDVALIDITY 7] ok', '* OK [UIDNEXT 3] ok', 'OK done'],
  SELECT: () => ['* 0 EXISTS', '* OK [UIDVALIDITY 8] ok', '* OK [UIDNEXT 1] ok', 'OK done'],
  'UID SEARCH': () => ['* SEARCH 1 2', 'OK done'],
  'UID FETCH': (args) => {
    const there = [1, 2].filter((uid) => holds(args, uid))
    return [...there.map((uid) => row(uid, args.includes('BODY'))), 'OK done']
  },
}

function holds(args: string, uid: number): boolean {
  const [first = 0, last = first] = (args.split(' ')[0] ?? '').split(':').map(Number)
  return uid >= first && uid <= last
}

/** A mail as `UID FETCH` answers it, with or without its source. */
export function row(uid: number, hasSource = true): string {
  const source = `Message-ID: <mail-${uid}@northwind.example>\r\n\r\nHello\r\n`
  const head = `UID ${uid} RFC822.SIZE ${source.length} INTERNALDATE "01-Sep-2026 08:00:00 +0000"`
  const body = hasSource ? ` BODY[]<0> {${source.length}}\r\n${source}` : ''
  return `* ${uid} FETCH (${head}${body})`
}

/** Says on a free loopback port what it is told to; it ends with the running test. */
export async function startScriptedImap(greeting = '* OK ready'): Promise<ScriptedImap> {
  const scripted: { command: string; lines: readonly string[] }[] = []

  function linesFor(command: string, args: string): readonly string[] {
    const at = scripted.findIndex((each) => each.command === command)
    const [next] = at < 0 ? [] : scripted.splice(at, 1)
    return next?.lines ?? (usual[command] ?? done)(args)
  }

  const server = createServer((socket) => {
    socket.on('error', () => {})
    const hear = commandReader(
      () => socket.write('+ go on\r\n'),
      (line) => {
        const [, tag, command = '', args = ''] = /^(\w+) ((?:UID )?[A-Z]+) ?(.*)$/.exec(line) ?? []
        const said = linesFor(command, args)
        socket.write(`${[...said.slice(0, -1), `${tag} ${said.at(-1)}`].join('\r\n')}\r\n`)
      },
    )
    socket.on('data', (bytes) => hear(bytes.toString('latin1')))
    socket.write(`${greeting}\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return {
    port: address.port,
    answer: (command, ...lines) => scripted.push({ command, lines }),
  }
}

/** Takes what a client says apart into commands, without the literals that they carry. */
function commandReader(invite: () => void, obey: (line: string) => void): (said: string) => void {
  let heard = ''
  let command = ''
  let literal = 0
  return (said) => {
    heard += said
    for (let end = heard.indexOf('\r\n', literal); end >= 0; end = heard.indexOf('\r\n', literal)) {
      command += heard.slice(literal, end)
      heard = heard.slice(end + 2)
      literal = Number(/\{(\d+)\}$/.exec(command)?.[1] ?? 0)
      if (literal > 0) invite()
      else obey(command)
      command = literal > 0 ? command.replace(/\{\d+\}$/, '') : ''
    }
  }
}
