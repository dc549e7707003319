import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { Switch } from '@shortlist/ui/primitives/switch.tsx'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { KeyList } from '@shortlist/ui/shell/key-list.tsx'
import { keyTable } from '@shortlist/ui/shell/keys'
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
        <KeyList rows={panelKeys} />
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

/** What keys do while the panel has the focus, which has neither files nor a sidebar. */
const panelKeys = keyTable
  .filter(({ id }) => id !== 'app.files' && id !== 'app.fold' && id !== 'app.keys')
  .map((row) => (row.id === 'app.today' ? { ...row, words: copy.chatList.title } : row))
