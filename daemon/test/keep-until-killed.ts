// A process of its own: several writers keep records until the process is killed. Whatever was
// acknowledged is printed, so that the parent knows what must still be there, and what must not.
import { writeSync } from 'node:fs'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { lines, PASSING } from './kept-lines.ts'

const [folder = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const records = new RecordStore({ folder, report: (sentence) => say(`repaired ${sentence}`) })
const logs = await records.open(lines)
say('ready')

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const log = `log-${(writer + n) % 3}`
    const text = `${run}-${writer}-${n} ${'x'.repeat((n * 37) % 900)}`
    await logs.append(log, { of: log }, [{ text }])
    say(`stored ${log} ${text}`)
    if (n % 11 === 0) {
      const own = `gone-${run}-${writer}-${n}`
      await logs.append(own, { of: own }, [{ text: 'to be removed' }])
      await logs.remove([own])
      say(`removed ${own}`)
    }
    if (n % 17 === 0) await compact(log)
    if (n % 23 === 0) await rewrite(`own-${run}-${writer}-${n}`)
  }
}

/** A log that others append to meanwhile, of which all counts but what says that it does not. */
async function compact(log: string): Promise<void> {
  await logs.append(log, { of: log }, [{ text: PASSING }])
  await logs.compact(log, { of: log }, () => {
    const counting: number[] = []
    return {
      see: ({ text }, at) => void (text === PASSING || counting.push(at)),
      counting: () => counting,
    }
  })
}

/** The same records again, as a log is written that holds much that counts no more. */
async function rewrite(log: string): Promise<void> {
  const rows = [{ text: 'kept' }, { text: 'too' }]
  await logs.append(log, { of: log }, rows)
  await logs.rewrite(log, { of: log }, rows)
  say(`stored ${log} kept`)
}

await Promise.all([0, 1, 2, 3].map(write))
