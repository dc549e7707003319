import { Keyboard } from 'lucide-react'
import { Suspense, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { lazyPart } from '../primitives/lazy-part.ts'
import { Switch } from '../primitives/switch.tsx'
import { ToggleGroup } from '../primitives/toggle-group.tsx'
import { appearanceCopy } from '../settings-copy.ts'
import { shellCopy } from '../shell-copy.ts'
import { Card } from './card.tsx'
import { useCards, useLoadRemoteImages, useSingleKeys } from './settings.ts'
import { ThemeChoice } from './theme-choice.tsx'

const KeySheet = lazyPart(async () => (await import('../shell/key-sheet.tsx')).KeySheet)

const lists = [
  { value: 'rows', label: appearanceCopy.rows },
  { value: 'cards', label: appearanceCopy.cards },
] as const

/** How Shortlist looks and is used in this browser; each choice is kept at once. */
export function AppearanceSettings() {
  const [hasCards, setCards] = useCards()
  const [loadsImages, setLoadsImages] = useLoadRemoteImages()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  const [hasKeys, setKeys] = useState(false)
  return (
    <Card title={appearanceCopy.appearance} text={appearanceCopy.kept}>
      <div className="settings-fields">
        <div className="grid gap-1.5">
          <span className="settings-label">{copy.shell.theme}</span>
          <ThemeChoice />
        </div>
        <div className="grid gap-1.5">
          <span className="settings-label">{appearanceCopy.mails}</span>
          <ToggleGroup
            label={appearanceCopy.mails}
            value={hasCards ? 'cards' : 'rows'}
            options={lists}
            onChange={(list) => setCards(list === 'cards')}
          />
        </div>
      </div>
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
      <div className="settings-acts">
        <Button aria-haspopup="dialog" onClick={() => setKeys(true)}>
          <Keyboard aria-hidden="true" />
          {shellCopy.keys}
        </Button>
      </div>
      {hasKeys && (
        <Suspense>
          <KeySheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </Card>
  )
}
