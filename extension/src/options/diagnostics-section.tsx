import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { notify } from '@shortlist/ui/toasts/notify'
import { extensionVersion } from '../host/extension-version.ts'
import type { Allowed } from '../host/permissions.ts'
import type { Settings } from '../host/settings.ts'
import { useDensity } from '../host/use-density.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'
import { useAllowed } from './use-allowed.ts'
import type { Answer } from './use-answer.ts'
import { useSettings } from './use-settings.ts'

const texts = optionsCopy.diagnostics

interface DiagnosticsProps {
  readonly address: string
  readonly answer: Answer
}

/** A report for whoever is asked for help. */
export function DiagnosticsSection(props: DiagnosticsProps) {
  const report = useReport(props)

  async function copyReport(): Promise<void> {
    if (report === null) return
    try {
      await navigator.clipboard.writeText(report)
      notify('success', copy.shell.copied)
    } catch {
      notify('error', copy.shell.copyFailed)
    }
  }

  return (
    <Section title={texts.title}>
      <p className="text-text-2">{texts.text}</p>
      <div>
        <Button onClick={copyReport} disabled={report === null}>
          {texts.copy}
        </Button>
      </div>
      <Collapsible title={texts.show} level="h3" variant="plain">
        <pre className="font-mono text-caption wrap-anywhere whitespace-pre-wrap text-text-2">
          {report}
        </pre>
      </Collapsible>
    </Section>
  )
}

/** The report, null while something of it is not known yet. */
function useReport({ address, answer }: DiagnosticsProps): string | null {
  const { settings } = useSettings()
  const { theme } = useTheme()
  const [density] = useDensity()
  const allowed = useAllowed()
  if (!settings || !allowed || answer.kind === 'asking') return null
  return makeReport({
    extension: extensionVersion(),
    browser: navigator.userAgent,
    address,
    answer,
    settings,
    density,
    theme,
    allowed,
  })
}

/** What a report of a fault tells of this browser; nothing that the user has written. */
interface ReportFacts {
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
function makeReport(facts: ReportFacts): string {
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
