import type { Allowed } from '../host/permissions.ts'
import type { Settings } from '../host/settings.ts'
import type { Answer } from './use-answer.ts'

/** What a report of a fault tells of this browser; nothing that the user has written. */
export interface ReportFacts {
  readonly extension: string
  readonly browser: string
  readonly address: string
  readonly answer: Answer
  readonly settings: Settings
  readonly density: string
  readonly theme: string
  readonly allowed: Allowed
}

/** The report as lines of text, one fact each. */
export function makeReport(facts: ReportFacts): string {
  const { answer, settings, allowed } = facts
  const lines = [
    ['Extension', facts.extension],
    ['Browser', facts.browser],
    ['Address', facts.address],
    ['Answer', answer.kind === 'daemon' ? `Shortlist ${answer.version}` : answer.kind],
    ['Toolbar opens', settings.toolbarOpens],
    ['Menu', onOrOff(settings.hasMenu)],
    ['Notifications', onOrOff(settings.notifies)],
    ['Theme', facts.theme],
    ['Density', facts.density],
    ['Permissions', listed(allowed.permissions)],
    ['Addresses allowed', listed(allowed.origins)],
  ]
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n')
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'on' : 'off'
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.toSorted().join(', ')
}
