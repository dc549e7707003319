// A process of its own that brings a home to other and other files until it is killed; a line on its
// output for each step.
import { writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openHome } from './keep-records.ts'

const [home = ''] = process.argv.slice(2)
const names = (await readdir(join(home, 'records'))).sort()
const all = names.map((name) => ({
  id: name.replace('.json', ''),
  record: join(home, 'records', name),
}))
const index = openHome(home)
for (let round = 0; ; round++) {
  index.beginSync(all.filter((_, at) => at % 3 !== round % 3))
  while (index.continueSync(3)?.isDone === false) writeSync(1, '.\n')
}
