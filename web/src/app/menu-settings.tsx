import { copy } from '@shortlist/ui/copy'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { useLoadRemoteImages, useSingleKeys } from '@shortlist/ui/settings/settings'
import { ThemeChoice } from '@shortlist/ui/settings/theme-choice.tsx'

/** Settings of this browser; each is kept at once. */
export function MenuSettings() {
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()

  return (
    <div className="grid gap-3">
      <ThemeChoice />
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
