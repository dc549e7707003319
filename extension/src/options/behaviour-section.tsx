import { copy } from '@shortlist/ui/copy'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { ToggleGroup } from '@shortlist/ui/primitives/toggle-group.tsx'
import { useLoadRemoteImages } from '@shortlist/ui/settings/settings'
import { useState } from 'react'
import { requestPermissions } from '../host/permissions.ts'
import type { Settings } from '../host/settings.ts'
import { optionsCopy } from './options-copy.ts'
import { Section, useTellSaved } from './section.tsx'
import { useAllowed } from './use-allowed.ts'
import { useSettings } from './use-settings.ts'

const texts = optionsCopy.behaviour

const toolbarChoices = [
  { value: 'panel', label: texts.panel },
  { value: 'web-app', label: texts.webApp },
] as const

/** What the extension does by itself. */
export function BehaviourSection() {
  const { settings, change } = useSettings()
  return (
    <Section title={texts.title}>
      {settings && <Behaviour settings={settings} change={change} />}
    </Section>
  )
}

interface BehaviourProps {
  readonly settings: Settings
  readonly change: (changed: Partial<Settings>) => Promise<void>
}

function Behaviour({ settings, change }: BehaviourProps) {
  const { toolbarOpens, hasMenu } = settings
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  useTellSaved(toolbarOpens)
  useTellSaved(hasMenu)
  useTellSaved(loadsImages)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-ui">{texts.toolbar}</span>
        <ToggleGroup
          label={texts.toolbar}
          value={toolbarOpens}
          options={toolbarChoices}
          onChange={(chosen) => change({ toolbarOpens: chosen })}
        />
      </div>
      <Switch
        label={texts.menu}
        hint={texts.menuHint}
        checked={hasMenu}
        onChange={(isOn) => change({ hasMenu: isOn })}
      />
      <Switch
        label={copy.shell.loadImages}
        hint={copy.shell.loadImagesHint}
        checked={loadsImages}
        onChange={setLoadsImages}
      />
      <Notifications notifies={settings.notifies} change={change} />
    </>
  )
}

interface NotificationsProps {
  readonly notifies: boolean
  readonly change: (changed: Partial<Settings>) => Promise<void>
}

function Notifications({ notifies, change }: NotificationsProps) {
  const allowed = useAllowed()
  const [isDenied, setDenied] = useState(false)
  useTellSaved(notifies)

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
