import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { openShortcutSettings } from '../host/open-shortcut-settings.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.shortcuts

/** The names under which browsers know the command that opens the panel. */
const opening = ['_execute_action', '_execute_sidebar_action']

/** The keyboard command, and the way to where the browser changes it. */
export function ShortcutsSection() {
  const shortcut = useShortcut()
  const [isByHand, setByHand] = useState(false)
  return (
    <Section title={texts.title}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-ui">{texts.open}</span>
        <kbd className="rounded-sm border border-border bg-surface-2 px-2 py-0.5 font-mono text-caption">
          {shortcut === '' ? texts.notSet : shortcut}
        </kbd>
      </div>
      <div>
        <Button onClick={async () => setByHand(!(await openShortcutSettings()))}>
          {texts.change}
        </Button>
      </div>
      {isByHand && (
        <p role="status" className="text-meta text-text-2">
          {texts.changeYourself}
        </p>
      )}
    </Section>
  )
}

/** The keys that open the panel; they are read again when the user comes back from changing them. */
function useShortcut(): string {
  const [shortcut, setShortcut] = useState('')
  useEffect(() => {
    const read = async () => {
      const commands = await browser.commands.getAll()
      setShortcut(commands.find(({ name }) => name && opening.includes(name))?.shortcut ?? '')
    }
    void read()
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return shortcut
}
