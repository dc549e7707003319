import { copy } from '@shortlist/ui/copy'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { ToastArea } from '@shortlist/ui/toasts/toast-area.tsx'
import { useDaemonAddress } from '../host/use-daemon-address.ts'
import { useDensity } from '../host/use-density.ts'
import { BehaviourSection } from './behaviour-section.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { DiagnosticsSection } from './diagnostics-section.tsx'
import { optionsCopy } from './options-copy.ts'
import { PrivacySection } from './privacy-section.tsx'
import { Section, useTellSaved } from './section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { useAnswer } from './use-answer.ts'

/** Every option of the extension; each is kept at once. */
export function OptionsPage() {
  const address = useDaemonAddress()
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
  return (
    <Section title={texts.title}>
      <Appearance />
    </Section>
  )
}

function Appearance() {
  const { theme } = useTheme()
  const [density, chooseDensity] = useDensity()
  useTellSaved(theme)
  useTellSaved(density)
  return (
    <>
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
    </>
  )
}
