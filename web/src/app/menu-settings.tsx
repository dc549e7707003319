import { copy } from '@shortlist/ui/copy'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useLoadRemoteImages, useSingleKeys } from '../host/settings.ts'
import { useTheme } from '../host/use-theme.ts'

const themes = [
  { value: 'system', label: copy.shell.themeSystem, icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: copy.shell.themeLight, icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: copy.shell.themeDark, icon: <Moon aria-hidden="true" /> },
] as const

/** Settings of this browser; each is kept at once. */
export function MenuSettings() {
  const { theme, chooseTheme } = useTheme()
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()

  return (
    <div className="grid gap-3">
      <ToggleGroup
        label={copy.shell.theme}
        value={theme}
        options={themes}
        onChange={chooseTheme}
        className="w-full max-[359px]:[&_svg]:hidden"
      />
      <Switch
        label={copy.shell.loadImages}
        hint={copy.shell.loadImagesHint}
        checked={loadsImages}
        onChange={setLoadsImages}
      />
      <Switch
        label={copy.shell.singleKeys}
        hint={copy.shell.singleKeysHint}
        checked={hasSingleKeys}
        onChange={setSingleKeys}
      />
    </div>
  )
}
