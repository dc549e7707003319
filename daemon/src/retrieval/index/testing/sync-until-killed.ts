// A process of its own that brings a room to other and other files until it is killed; a line on its
// output for each step.
import { writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRoom } from './keep-records.ts'

const [room = ''] = process.argv.slice(2)
const names = (await readdir(join(room, 'records'))).sort()
const all = names.map((name) => ({
  id: name.replace('.json', ''),
  record: join(room, 'records', name),
}))
const index = openRoom(room)
for (let round = 0; ; round++) {
  index.beginSync(all.filter((_, at) => at % 3 !== round % 3))
  while (index.continueSync(3)?.isDone === false) writeSync(1, '.\n')
}
