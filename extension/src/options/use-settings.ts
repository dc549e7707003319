import { notify } from '@shortlist/ui/toasts/notify'
import { useEffect, useState } from 'react'
import { readSettings, type Settings, watchSettings, writeSettings } from '../host/settings.ts'
import { optionsCopy } from './options-copy.ts'

/** The settings that the worker shares, null until they are read, and how they are changed. */
export function useSettings() {
  const [settings, setSettings] = useState<Settings | null>(null)

  useEffect(() => {
    void readSettings().then(setSettings)
    return watchSettings(setSettings)
  }, [])

  async function change(changed: Partial<Settings>): Promise<void> {
    try {
      await writeSettings(changed)
    } catch {
      notify('error', optionsCopy.notSaved)
    }
  }

  return { settings, change }
}
