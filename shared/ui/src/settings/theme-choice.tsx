import { Monitor, Moon, Sun } from 'lucide-react'
import { copy } from '../copy.ts'
import { ToggleGroup } from '../primitives/toggle-group.tsx'
import { useTheme } from './use-theme.ts'

const themes = [
  { value: 'system', label: copy.shell.themeSystem, icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: copy.shell.themeLight, icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: copy.shell.themeDark, icon: <Moon aria-hidden="true" /> },
] as const

/** Light, dark, or as the system has it; kept at once. */
export function ThemeChoice() {
  const { theme, chooseTheme } = useTheme()
  return (
    <ToggleGroup
      label={copy.shell.theme}
      value={theme}
      options={themes}
      onChange={chooseTheme}
      className="w-full max-[359px]:[&_svg]:hidden"
    />
  )
}
