import { Dialog } from '../primitives/dialog.tsx'
import { shellCopy } from '../shell-copy.ts'
import { KeyList } from './key-list.tsx'
import { keyTable } from './keys.ts'

const groups = ['Everywhere', 'Chat', 'Mail'] as const

/** All keys of the table, over the page. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={shellCopy.keys}
      description={shellCopy.keysText}
      closeLabel={shellCopy.close}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard */}
      <div tabIndex={0} className="overflow-y-auto px-5 py-4">
        {groups.map((group) => (
          <section key={group} aria-label={group} className="mt-5 first:mt-0">
            <h3 className="mb-2 text-caption font-semibold text-text-3">{group}</h3>
            <KeyList rows={keyTable.filter((row) => row.group === group)} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
