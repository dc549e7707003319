import type { Config } from '../env.ts'

/** What every command starts from. */
export interface Settings {
  readonly config: Config
  /** The file that settings were read from, whether or not it exists. */
  readonly envFile: string
}
