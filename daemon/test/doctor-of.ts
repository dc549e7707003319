import { Check } from '@shortlist/contracts/machine'
import { runCommand } from '../../.config/testing/run-command.ts'

/** What `doctor` finds with the data folder of a room, by name; no variable names a model. */
export async function doctorOf(room: string, port = 0): Promise<Record<string, Check>> {
  const args = ['--port', String(port), 'doctor', '--json']
  const { out } = await runCommand({ room, args, env: { OPENAI_BASE_URL: '' } })
  const checks = Check.array().parse(JSON.parse(out))
  return Object.fromEntries(checks.map((check) => [check.name, check]))
}
