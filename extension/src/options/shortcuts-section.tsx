import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { useEffect, useState } from 'react'
import { openShortcutSettings, readShortcut } from '../host/shortcut.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.shortcuts

/** The keyboard command, and the way to where the browser changes it. */
export function ShortcutsSection() {
  const shortcut = useShortcut()
  const [isByHand, setByHand] = useState(false)
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Section id="shortcuts" title={texts.title} stored={[hasSingleKeys]}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-ui">{texts.open}</span>
        {shortcut === '' ? (
          <span className="text-meta text-text-3">{texts.notSet}</span>
        ) : (
          <Key>{shortcut}</Key>
        )}
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
      <Switch
        label={copy.shell.singleKeys}
        hint={copy.shell.singleKeysHint}
        checked={hasSingleKeys}
        onChange={setSingleKeys}
      />
      <Collapsible title={texts.keys} level="h3" variant="plain">
        <dl className="grid gap-1.5">
          {panelKeys.map(({ keys, does }) => (
            <div key={does} className="flex items-baseline justify-between gap-4">
              <dt className="text-meta text-text-2">{does}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Collapsible>
    </Section>
  )
}

function Key({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded-sm border border-border bg-surface-2 px-2 py-0.5 font-mono text-caption">
      {children}
    </kbd>
  )
}

/** The keys that open the panel; they are read again when the user comes back from changing them. */
function useShortcut(): string {
  const [shortcut, setShortcut] = useState('')
  useEffect(() => {
    const read = () => void readShortcut().then(setShortcut)
    read()
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return shortcut
}

/** What keys do while the panel has the focus; any of those on one line does it. */
const panelKeys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['n'], does: 'New chat' },
  { keys: ['g then h'], does: 'Chat history' },
  { keys: ['g then c'], does: 'Chat' },
  { keys: ['g then m'], does: 'Mail' },
  { keys: ['/'], does: 'Write a message; in Mail: choose a category' },
  { keys: ['Esc'], does: 'Stop the reply' },
  { keys: ['j'], does: 'Next mail' },
  { keys: ['k'], does: 'Previous mail' },
  { keys: ['o', 'Enter'], does: 'Open the mail; once open: write a reply' },
  { keys: ['v'], does: 'In an open mail: show it in the mailbox' },
  { keys: ['u'], does: 'In an open mail: use the draft' },
  { keys: ['0', '1', '2', '3'], does: 'Priority: all, high, medium, low' },
  { keys: ['s'], does: 'Sync' },
]
