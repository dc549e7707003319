import { copy } from '../copy.ts'
import { CopyLine } from '../primitives/copy-button.tsx'

/** How the daemon is started, ready to be copied. */
export function StartCommand() {
  return <CopyLine text={copy.shell.startCommand} label={copy.shell.copyCommand} />
}
