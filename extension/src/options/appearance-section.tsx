import { copy } from '@shortlist/ui/copy'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { useDensity } from '../host/use-density.ts'
import { optionsCopy } from './options-copy.ts'
import { Section, useTellSaved } from './section.tsx'

const texts = optionsCopy.appearance

const densities = [
  { value: 'compact', label: texts.compact },
  { value: 'comfortable', label: texts.comfortable },
] as const

/** How the extension looks. */
export function AppearanceSection() {
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
