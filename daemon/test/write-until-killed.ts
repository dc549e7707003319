import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What the writing process acknowledged: a stored record, a removed log, a repair at its start. */
export interface Acknowledgement {
  readonly word: string
  readonly log: string
  readonly text: string
}

const WRITER = fileURLToPath(new URL('./keep-until-killed.ts', import.meta.url))

/** Lets a process write to the folder and kills it once it has said that many lines. */
export async function writeUntilKilled(
  folder: string,
  run: number,
  lines: number,
): Promise<readonly Acknowledgement[]> {
  const child = spawn(process.execPath, [WRITER, folder, `run${run}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = 0
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString().split('\n').length - 1
    if (said >= lines) child.kill('SIGKILL')
  })
  const [output] = await Promise.all([text(child.stdout), gone])
  // the kill may have cut the last line
  const whole = output.slice(0, output.lastIndexOf('\n')).split('\n')
  return whole.map((line) => {
    const [word = '', log = '', ...rest] = line.split(' ')
    return { word, log, text: rest.join(' ') }
  })
}
