import { homedir } from 'node:os'
import type { EngineStatus } from '@shortlist/contracts/health'
import type { Check, SetUp } from '@shortlist/contracts/machine'
import { AppError } from '../errors.ts'

/** What its owner has chosen in the app, as far as the environment leaves it open. */
export interface StoredChoices {
  /** What answers; throws an `AppError` where that cannot be told. */
  readonly engine: () => Promise<EngineStatus>
  /** As in `MachineSettings`. */
  readonly chosenModel: string
  readonly hasGoogleClient: boolean
}

export interface SetUpParts {
  readonly version: string
  readonly folders: { readonly data: string; readonly log: string }
  /** The account that signed up first; undefined while there is none. */
  readonly ownerId: () => Promise<string | undefined>
  /** Looks at everything, as `doctor` does. */
  readonly check: () => Promise<readonly Check[]>
}

/** Tells the owner of a computer whether all is well there; whoever asks meanwhile gets the same. */
export class SetUpChecks {
  readonly #parts: SetUpParts
  #checking: Promise<readonly Check[]> | undefined

  constructor(parts: SetUpParts) {
    this.#parts = parts
  }

  /** Throws `FORBIDDEN_USER`. */
  async read(userId: string): Promise<SetUp> {
    const { ownerId, folders, version } = this.#parts
    if ((await ownerId()) !== userId)
      throw new AppError('FORBIDDEN_USER', 'The owner of this computer sees how it is set up.')
    this.#checking ??= this.#parts.check().finally(() => {
      this.#checking = undefined
    })
    const checks = [...(await this.#checking)]
    const report = reportOf(checks, version)
    return { dataFolder: folders.data, logFolder: folders.log, checks, report }
  }
}

/** What was found, as a text for others: nobody's address, no server's name, no user's folder. */
export function reportOf(checks: readonly Check[], version: string, home = homedir()): string {
  const lines = checks.map(({ name, state, found, fix }) =>
    [`${state.padEnd(4)} ${name}: ${found}`, ...(fix === undefined ? [] : [`     ${fix}`])].join(
      '\n',
    ),
  )
  const heading = `Shortlist ${version}, ${process.platform} ${process.arch}`
  const text = [heading, ...lines].join('\n').replaceAll(home, '~')
  return hidden.reduce((kept, pattern) => kept.replaceAll(pattern, '(hidden)'), text)
}

/** Addresses of people, names of hosts and their numbers; those of this computer tell nothing. */
const hidden = [
  /[^\s@<>"(]+@[^\s@<>"):,;]+/g,
  /\b(?:[a-z\d-]+\.)+(?!env\b|json\b|jsonl\b|bak\b)[a-z]{2,}\b(?::\d+)?/gi,
  /\b(?!127\.|0\.)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g,
  /(?<![\w:])(?!::1\b)(?:[\da-f]{0,4}:){2,}[\da-f]{0,4}(?![\w:])/gi,
]
