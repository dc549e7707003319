import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openLlm } from '../src/composition/open-llm.ts'
import { readConfig, takeEnvironment } from '../src/env.ts'
import { createAnalyze } from '../src/mail/analysis/create-analyze.ts'
import { guidesLlm } from '../src/platform/llm/guides/guides-llm.ts'
import type { Llm } from '../src/platform/llm/llm.ts'
import { type GoldMail, readGoldSet } from './gold-set.ts'
import { judgeAnalysis } from './judge-analysis.ts'
import { measureAnalysis, missedGates } from './measure-analysis.ts'
import { judgePeople, peopleMistakes, peopleTable } from './measure-people.ts'
import { readPeople } from './people.ts'
import { report } from './report-measures.ts'

/**
 * How well mails are analysed, on the gold set: the built-in rules always, and the configured model
 * where there is one. Ends with 1 where the rules, or a model that was asked for by `--model`, miss
 * a gate. `--details` names the mails that went wrong, `--tuning` leaves out those set aside.
 * In the end come the mailboxes of the invented persons, each with weights that were learned without
 * it; `--leave-out AB` shows these alone.
 */
const { values } = parseArgs({
  options: {
    model: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    tuning: { type: 'boolean', default: false },
    'leave-out': { type: 'string' },
  },
})

const gold = readGoldSet()
const mails = values.tuning ? gold.filter(({ heldOut }) => !heldOut) : gold
const hasPassed = [await evaluate('built-in rules', guidesLlm(), mails)]

const model = openLlm(settings())
const { kind, label } = await model.refresh()
if (kind !== 'built-in') hasPassed.push((await evaluate(label, model, mails)) || !values.model)
else if (values.model) {
  process.stdout.write('No model server is configured or running; set OPENAI_BASE_URL.\n')
  hasPassed.push(false)
}
const letters = values['leave-out']
const people = readPeople().filter(({ letter }) => letters?.includes(letter) ?? true)
const judged = await judgePeople(people)
const persons = Map.groupBy(judged, ({ letter }) => letter)
process.stdout.write(peopleTable('Persons, each left out of what is learned', persons))
process.stdout.write(
  peopleTable(
    'Languages',
    Map.groupBy(judged, ({ mail }) => mail.lang),
  ),
)
if (values.details) process.stdout.write(peopleMistakes(judged))

process.exitCode = hasPassed.every(Boolean) ? 0 : 1

async function evaluate(name: string, llm: Llm, mails: readonly GoldMail[]): Promise<boolean> {
  const analyze = createAnalyze({ llm, log: { warn: () => {} } })
  const judged = await judgeAnalysis(analyze, mails)
  const missed = missedGates(measureAnalysis(judged))
  process.stdout.write(report(name, judged, { details: values.details }))
  for (const sentence of missed) process.stdout.write(`MISSED  ${sentence}\n`)
  return missed.length === 0
}

/** The settings of the daemon, read as it reads them. */
function settings() {
  const file = fileURLToPath(new URL('../../.env', import.meta.url))
  return readConfig({
    flags: {},
    environment: takeEnvironment(),
    envFile: existsSync(file) ? readFileSync(file, 'utf8') : undefined,
  })
}
