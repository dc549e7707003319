// A process of its own: writers change the folders of two accounts until the process is killed. Each
// step that was acknowledged is then printed, so that the parent knows what must still be there.
import { writeSync } from 'node:fs'
import { openFolderStore } from '../open-folder-store.ts'
import { fill } from './fill-folder.ts'
import { isLeft, PATHS, STEPS, textsAfter } from './killed-folder.ts'

const [folder = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const report = (sentence: string) => say(`reported ${sentence}`)
const store = await openFolderStore({ folder, report, now: () => new Date() })

async function write(userId: string, name: string): Promise<never> {
  for (let step = 0; ; step++) {
    const kept = (await store.folders(userId)).find((stored) => stored.name === name)
    const kind = STEPS[step % STEPS.length]
    if (kind === 'remove folder') await store.removeFolder(userId, kept?.id ?? '')
    else if (kind === 'remove files') {
      const unwanted = [...(kept?.files.values() ?? [])].filter(({ path }) => !isLeft(path))
      await store.removeFiles(
        userId,
        unwanted.map(({ id }) => id),
      )
    } else {
      const gone = Object.fromEntries(PATHS.map((path) => [path, null]))
      await fill(store, userId, name, { ...gone, ...textsAfter(Number(run), step) })
    }
    say(`done ${userId} ${name} ${step}`)
  }
}

await Promise.all([write('ada', 'a'), write('ada', 'b'), write('bob', 'a'), write('bob', 'b')])
