import { copyReport } from '@shortlist/ui/crash.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { extensionVersion } from '../host/needed-version.ts'
import { followAllowed, readAllowed } from '../host/permissions.ts'
import { readSettings, watchSettings } from '../host/settings.ts'
import { useDensity } from '../host/use-density.ts'
import { useKept } from '../host/use-kept.ts'
import type { AnswerProps } from './connection-section.tsx'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.diagnostics

/** A report for whoever is asked for help. */
export function DiagnosticsSection(props: AnswerProps) {
  const report = useReport(props)
  return (
    <Section title={texts.title}>
      <p className="text-text-2">{texts.text}</p>
      <div>
        <Button onClick={() => copyReport(report ?? '')} disabled={report === null}>
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

/**
 * What a report of a fault tells of this browser, as lines of one fact each: nothing that the user has
 * written. Null while something of it is not known yet.
 */
function useReport({ address, answer }: AnswerProps): string | null {
  const settings = useKept(readSettings, watchSettings)
  const { theme } = useTheme()
  const [density] = useDensity()
  const allowed = useKept(readAllowed, followAllowed)
  if (!settings || !allowed || answer.kind === 'asking') return null
  const facts = {
    Extension: extensionVersion(),
    Browser: navigator.userAgent,
    Address: address,
    Answer: answer.kind === 'daemon' ? `Shortlist ${answer.version}` : answer.kind,
    'Toolbar opens': settings.toolbarOpens,
    Menu: onOrOff(settings.hasMenu),
    Notifications: onOrOff(settings.notifies),
    Theme: theme,
    Density: density,
    Permissions: listed(allowed.permissions),
    'Addresses allowed': listed(allowed.origins),
  }
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'on' : 'off'
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.toSorted().join(', ')
}
