import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median, quantile } from './statistics.ts'

/** What one round of an arm cost, in milliseconds. */
export interface Sample {
  readonly wall: number
  readonly cpu: number
}

/**
 * One way to do the work, called once per round. It may return its own sample (or the wall time
 * alone) where setting up belongs to the round but not to the figure; otherwise the whole call is
 * timed, with the CPU time of this process.
 */
export type Arm = () => Promise<Sample | number | undefined> | Promise<void>

export interface Figure {
  readonly median: number
  readonly p25: number
  readonly p75: number
  /** Median CPU time, in milliseconds; NaN where the arm did not say. */
  readonly cpu: number
}

export interface Gate {
  /** The row of the benchmark specification, for instance `W1`. */
  readonly id: string
  readonly what: string
  readonly value: number
  /** Exactly one of the two: a limit from above or from below. */
  readonly max?: number
  readonly min?: number
  /** True for counts and answers, which `--quick` must meet as they are. */
  readonly isExact?: boolean
}

export interface Bench {
  readonly isQuick: boolean
  /** False for a row that the command line did not ask for; without ids every row runs. */
  wants(id: string): boolean
  /** A tenth of each size (at least 1) with `--quick`. */
  sizes<const Sizes extends readonly number[]>(full: Sizes): { [Key in keyof Sizes]: number }
  /**
   * Runs the arms interleaved (A B A' A B A' ...) and gives their figures in milliseconds. The first
   * arm runs twice per round; where it differs from itself by more than 25 % the run is noisy.
   */
  compare<Name extends string>(
    id: string,
    arms: Readonly<Record<Name, Arm>>,
    options?: { readonly rounds?: number },
  ): Promise<Record<Name, Figure>>
  /** Holds a ratio, a count, a size or a slope against its limit. */
  gate(gate: Gate): void
  /** A figure without a limit. */
  note(id: string, what: string, value: number, unit: string): void
  /** A wrong answer is a failure, with and without `--gate`. */
  check(isRight: boolean, sentence: string): void
}

interface Row {
  readonly id: string
  readonly what: string
  readonly value: string
  readonly limit: string
  readonly result: 'ok' | 'missed' | 'note' | 'wrong' | 'noisy'
}

const ROUNDS = 7
const NOISE = 0.25
const QUICK_GATES = 1.3
const EXIT_NOISY = 75

/**
 * One benchmark program: `--quick`, `--gate` and ids of rows are read from the command line, the
 * table goes to the screen and everything to `results/<date>.json` beside the program. Exit code 1
 * for a wrong answer or, with `--gate`, a missed gate; 75 for a noisy run with `--gate`.
 */
export async function runBench(
  name: string,
  folder: string,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, gate: { type: 'boolean' } },
  })
  const rows: Row[] = []
  const samples: Record<string, readonly Sample[]> = {}
  const isQuick = values.quick === true
  await work(createBench(isQuick, positionals, rows, samples))
  print(rows)
  await save(name, folder, { isQuick, rows, samples })
  process.exitCode = exitCode(rows, values.gate === true)
}

function createBench(
  isQuick: boolean,
  ids: readonly string[],
  rows: Row[],
  samples: Record<string, readonly Sample[]>,
): Bench {
  const add = (row: Row) => void rows.push(row)
  return {
    isQuick,
    wants: (id) => ids.length === 0 || ids.includes(id),
    sizes: (full) => full.map((n) => (isQuick ? Math.max(1, Math.round(n / 10)) : n)) as never,
    async compare(id, arms, { rounds = ROUNDS } = {}) {
      const kept = await interleave(arms, isQuick ? Math.ceil(rounds / 2) : rounds)
      const noise = difference(kept)
      if (noise > NOISE) {
        const value = `${(noise * 100).toFixed(0)} %`
        add({ id, what: 'the same arm twice', value, limit: '≤ 25 %', result: 'noisy' })
      }
      for (const [arm, list] of Object.entries(kept)) samples[`${id} ${arm}`] = list
      const figures = Object.fromEntries(
        Object.keys(arms).map((arm) => [arm, summary(kept[arm] ?? [])]),
      )
      for (const [arm, figure] of Object.entries(figures)) add(timeRow(id, arm, figure))
      return figures as Record<keyof typeof arms, Figure>
    },
    gate: (gate) => add(gateRow(gate, isQuick)),
    note: (id, what, value, unit) =>
      add({ id, what, value: `${short(value)} ${unit}`, limit: '', result: 'note' }),
    check: (isRight, sentence) => {
      if (!isRight) add({ id: '', what: sentence, value: 'wrong', limit: '', result: 'wrong' })
    },
  }
}

async function interleave(
  arms: Readonly<Record<string, Arm>>,
  rounds: number,
): Promise<Record<string, Sample[]>> {
  const [first] = Object.entries(arms)
  if (!first) throw new Error('a comparison needs an arm')
  const order = [...Object.entries(arms), ['A-A', first[1]] as const]
  const kept: Record<string, Sample[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, arm] of order) {
      kept[name] ??= []
      kept[name].push(await once(arm))
    }
  }
  return kept
}

async function once(arm: Arm): Promise<Sample> {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  const told = await arm()
  const wall = performance.now() - start
  if (typeof told === 'number') return { wall: told, cpu: Number.NaN }
  if (told) return told
  const { user, system } = process.cpuUsage(cpu)
  return { wall, cpu: (user + system) / 1000 }
}

/** How far the first arm is from its own repetition, as a share of the smaller one. */
function difference(kept: Record<string, readonly Sample[]>): number {
  const [first] = Object.values(kept)
  const one = median((first ?? []).map(({ wall }) => wall))
  const other = median((kept['A-A'] ?? []).map(({ wall }) => wall))
  return Math.max(one, other) / Math.min(one, other) - 1
}

function summary(samples: readonly Sample[]): Figure {
  const walls = samples.map(({ wall }) => wall)
  return {
    median: median(walls),
    p25: quantile(walls, 0.25),
    p75: quantile(walls, 0.75),
    cpu: median(samples.map(({ cpu }) => cpu)),
  }
}

function timeRow(id: string, arm: string, { median: middle, p25, p75, cpu }: Figure): Row {
  const spread = `(${short(p25)} to ${short(p75)})`
  const processor = Number.isNaN(cpu) ? '' : `, CPU ${short(cpu)} ms`
  const value = `${short(middle)} ms ${spread}${processor}`
  return { id, what: arm, value, limit: '', result: 'note' }
}

function gateRow({ id, what, value, max, min, isExact }: Gate, isQuick: boolean): Row {
  const slack = isQuick && !isExact ? QUICK_GATES : 1
  const isMet =
    (max === undefined || value <= max * slack) && (min === undefined || value >= min / slack)
  const limit = max === undefined ? `≥ ${short((min ?? 0) / slack)}` : `≤ ${short(max * slack)}`
  return { id, what, value: short(value), limit, result: isMet ? 'ok' : 'missed' }
}

function exitCode(rows: readonly Row[], isGated: boolean): number {
  const has = (result: Row['result']) => rows.some((row) => row.result === result)
  if (has('wrong')) return 1
  if (!isGated) return 0
  if (has('noisy')) return EXIT_NOISY
  return has('missed') ? 1 : 0
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))
}

function print(rows: readonly Row[]): void {
  const cells = rows.map(({ id, what, value, limit, result }) => [id, what, value, limit, result])
  const table = [['id', 'what', 'value', 'gate', ''], ...cells]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => (row[at] ?? '').length)))
  for (const row of table) {
    const line = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
    process.stdout.write(`${line.trimEnd()}\n`)
  }
}

async function save(name: string, folder: string, result: object): Promise<void> {
  const target = join(folder, 'results')
  await mkdir(target, { recursive: true })
  const date = new Date().toISOString().replaceAll(':', '-')
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}` }
  const text = JSON.stringify({ name, date, machine, ...result }, null, 2)
  await writeFile(join(target, `${name}-${date}.json`), `${text}\n`)
}
