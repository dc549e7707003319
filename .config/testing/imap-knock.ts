import { connect } from 'node:net'

const PATIENCE_MS = 1000

/** Whether an IMAP server greets on this port of 127.0.0.1: the sign of life, not the open port. */
export function greets(port: number): Promise<boolean> {
  return converse(port, [], /^\* OK/)
}

/** Whether this user name and password open a mailbox. */
export function signsIn(port: number, user: string, password: string): Promise<boolean> {
  return converse(port, [`a LOGIN ${quote(user)} ${quote(password)}\r\n`], /^a OK/m)
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Says one line after the greeting, if any, and tells whether the last answer fits. */
function converse(port: number, lines: readonly string[], fits: RegExp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const toSay = [...lines]
    const end = (isFit: boolean) => {
      socket.destroy()
      resolve(isFit)
    }
    socket.on('data', (answer) => {
      const line = toSay.shift()
      if (line === undefined) end(fits.test(answer.toString()))
      else socket.write(line)
    })
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    socket.setTimeout(PATIENCE_MS, () => end(false))
  })
}
