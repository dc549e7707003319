/** One line of the table: what was looked at, what was found and how to mend it. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly fix?: string
}
