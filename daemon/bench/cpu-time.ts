import { readFileSync } from 'node:fs'

/** The smallest time that `cpuTime` can tell, in milliseconds. */
export const TICK_MS = 10

/** User and system time of a process, in milliseconds; proc(5), fields 14 and 15 of `stat`. */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
