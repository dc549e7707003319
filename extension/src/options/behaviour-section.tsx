import { copy } from '@shortlist/ui/copy'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { useLoadRemoteImages } from '@shortlist/ui/settings/settings'
import { notify } from '@shortlist/ui/toasts/notify'
import { useState } from 'react'
import { followAllowed, readAllowed, requestPermissions } from '../host/permissions.ts'
import { readSettings, type Settings, watchSettings, writeSettings } from '../host/settings.ts'
import { useKept } from '../host/use-kept.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.behaviour

const toolbarChoices = [
  { value: 'panel', label: texts.panel },
  { value: 'web-app', label: texts.webApp },
] as const

/** What the extension does by itself. */
export function BehaviourSection() {
  const settings = useKept(readSettings, watchSettings)
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  const { toolbarOpens = null, hasMenu = null, notifies = null } = settings ?? {}
  return (
    <Section title={texts.title} stored={[toolbarOpens, hasMenu, notifies, loadsImages]}>
      {settings && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="text-ui">{texts.toolbar}</span>
            <ToggleGroup
              label={texts.toolbar}
              value={settings.toolbarOpens}
              options={toolbarChoices}
              onChange={(chosen) => change({ toolbarOpens: chosen })}
            />
          </div>
          <Switch
            label={texts.menu}
            hint={texts.menuHint}
            checked={settings.hasMenu}
            onChange={(isOn) => change({ hasMenu: isOn })}
          />
          <Switch
            label={copy.shell.loadImages}
            hint={copy.shell.loadImagesHint}
            checked={loadsImages}
            onChange={setLoadsImages}
          />
          <Notifications notifies={settings.notifies} />
        </>
      )}
    </Section>
  )
}

function Notifications({ notifies }: { readonly notifies: boolean }) {
  const allowed = useKept(readAllowed, followAllowed)
  const [isDenied, setDenied] = useState(false)

  async function choose(isOn: boolean): Promise<void> {
    // browsers ask only while the click is handled, so nothing is awaited before
    const isAllowed = !isOn || (await requestPermissions(['notifications']))
    setDenied(!isAllowed)
    if (isAllowed) await change({ notifies: isOn })
  }

  return (
    <>
      <Switch
        label={texts.notifies}
        hint={texts.notifiesHint}
        checked={notifies && allowed?.permissions.includes('notifications') === true}
        onChange={choose}
      />
      {isDenied && <ErrorBox>{texts.notifiesDenied}</ErrorBox>}
    </>
  )
}

async function change(changed: Partial<Settings>): Promise<void> {
  try {
    await writeSettings(changed)
  } catch {
    notify('error', optionsCopy.notSaved)
  }
}
