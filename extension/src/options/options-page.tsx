import { copy } from '@shortlist/ui/copy'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { ToastArea } from '@shortlist/ui/toasts/toast-area.tsx'
import { readDaemonAddress, watchDaemonAddress } from '../host/daemon-address.ts'
import { useDensity } from '../host/use-density.ts'
import { useKept } from '../host/use-kept.ts'
import { BehaviourSection } from './behaviour-section.tsx'
import { ConnectionSection, useAnswer } from './connection-section.tsx'
import { DiagnosticsSection } from './diagnostics-section.tsx'
import { optionsCopy } from './options-copy.ts'
import { PrivacySection } from './privacy-section.tsx'
import { Section } from './section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'

/** Every option of the extension; each is kept at once. */
export function OptionsPage() {
  const address = useKept(readDaemonAddress, watchDaemonAddress)
  const { answer, ask } = useAnswer(address)
  if (address === null) return null
  return (
    <main className="mx-auto grid max-w-160 gap-4 px-4 py-8 max-[420px]:py-5">
      <h1 className="mb-1 flex items-center gap-3 text-title font-[650] tracking-[-0.02em]">
        <Logo className="size-8" />
        {copy.product}
        <span className="font-normal text-text-3">{optionsCopy.title}</span>
      </h1>
      <ConnectionSection address={address} answer={answer} ask={ask} />
      <BehaviourSection />
      <AppearanceSection />
      <ShortcutsSection />
      <PrivacySection />
      <DiagnosticsSection address={address} answer={answer} />
      <ToastArea />
    </main>
  )
}

const texts = optionsCopy.appearance

const densities = [
  { value: 'compact', label: texts.compact },
  { value: 'comfortable', label: texts.comfortable },
] as const

/** How the extension looks. */
function AppearanceSection() {
  const { theme } = useTheme()
  const [density, chooseDensity] = useDensity()
  return (
    <Section title={texts.title} stored={[theme, density]}>
      <div className="grid gap-1.5">
        <span className="text-ui">{copy.shell.theme}</span>
        <ThemeChoice />
      </div>
      <div className="grid gap-1.5">
        <span className="text-ui">{texts.density}</span>
        <ToggleGroup
          label={texts.density}
          value={density}
          options={densities}
          onChange={chooseDensity}
          className="w-full"
        />
      </div>
    </Section>
  )
}
