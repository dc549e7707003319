import type { Email } from '@shortlist/contracts/mail'
import {
  createContext,
  Fragment,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CustomItemComponentProps, WindowVirtualizerHandle } from 'virtua'
import { lazyPart } from '../../primitives/lazy-part.ts'
import { Skeleton } from '../../primitives/loading.tsx'
import { AskedCard } from '../card/email-card.tsx'
import { mailCopy } from '../mail-copy.ts'
import { useOpenMail } from '../mail-status.ts'
import type { MailsProps } from './mail-list.tsx'
import type { Place } from './mail-row.tsx'
import { NoMails } from './mail-toolbar.tsx'
import type { FilterLinks } from './use-email-filter.ts'
import { useCardKeys } from './use-email-keys.ts'
import { FEW_MAILS, useNamedPlace } from './use-mail-pages.ts'
import { useMarks } from './use-marks.ts'

const WindowVirtualizer = lazyPart(async () => (await import('virtua')).WindowVirtualizer<string>)

/** What a host draws of all emails together is told. */
export interface InsightsProps {
  readonly emails: readonly Email[]
  readonly links: FilterLinks
  /** Shows the card of an email. */
  readonly onOpenEmail: (emailId: string) => void
}

/** Mails as whole cards; of more than a few, only those near the visible part of the page exist. */
export function EmailList(props: MailsProps) {
  const { list, filter, change, setting, analyzingId, hasSingleKeys, everything } = props
  const { rows, total } = list
  const [handle, setHandle] = useState<WindowVirtualizerHandle | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const mark = useMarks()
  const { view, priority, category, sort, q } = filter
  const asked = JSON.stringify([view, priority, category, sort, q])

  const { onSee } = props
  const see = useCallback(() => {
    const top = handle?.scrollOffset ?? 0
    const at = (offset: number) => handle?.findItemIndex(offset) ?? 0
    onSee(at(top), at(top + (handle?.viewportSize ?? 0)))
  }, [handle, onSee])
  useEffect(see, [see])

  // another question begins at its first answer
  const shown = useRef(asked)
  useEffect(() => {
    if (shown.current !== asked) document.documentElement.scrollTop = 0
    shown.current = asked
  }, [asked])

  useNamedPlace(filter, rows, wanted, setWanted)
  useEffect(() => {
    if (wanted && !wanted.isReached) handle?.scrollToIndex(wanted.index, { align: 'nearest' })
  }, [handle, wanted])

  useCardKeys({
    isEnabled: hasSingleKeys,
    rows,
    onMove: setWanted,
    async onDone({ id, index }) {
      const next = rows.get(index + 1)
      const tell = () => mailCopy.didDone(rows.get(index)?.subject || mailCopy.noSubject)
      const isStored = await mark({ mark: 'done', ids: [id] }, tell)
      if (isStored && next) setWanted({ id: next.id, index: index + 1 })
    },
    change,
  })

  const keys = useMemo(
    () => Array.from({ length: total }, (_, at) => rows.get(at)?.id ?? `${at}`),
    [rows, total],
  )
  if (total === 0) return <NoMails filter={filter} everything={everything} change={change} />

  const shared: Shared = {
    list,
    setting,
    analyzingId,
    wantedId: wanted?.isReached ? null : (wanted?.id ?? null),
    onReached() {
      // the address follows in its own time, and until then still names the mail
      setWanted(wanted && { ...wanted, isReached: true })
      if (filter.mail === wanted?.id) change({ mail: '' })
    },
  }
  return (
    <section aria-label={mailCopy.list}>
      <SharedContext value={shared}>
        {total > FEW_MAILS ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <WindowVirtualizer
              ref={setHandle}
              as="ul"
              item={CardPlace}
              itemSize={CARD_HEIGHT}
              data={keys}
              onScroll={see}
            >
              {(key) => <Fragment key={key} />}
            </WindowVirtualizer>
          </Suspense>
        ) : (
          <ul>
            {keys.map((key, index) => (
              <CardPlace key={key} index={index} />
            ))}
          </ul>
        )}
      </SharedContext>
    </section>
  )
}

/** What a card is taken for that nobody has measured yet, in pixels: an analysed one without events. */
const CARD_HEIGHT = 320

/** The mail whose card is brought to sight, or was brought there last. */
interface Wanted extends Place {
  readonly isReached?: boolean
}

/** What all cards know of their list. */
interface Shared extends Pick<MailsProps, 'list' | 'setting' | 'analyzingId'> {
  /** The email whose card is to get the focus as soon as it can be seen. */
  readonly wantedId: string | null
  readonly onReached: () => void
}

/** Stands in the section above, which always provides it. */
const SharedContext = createContext({} as Shared)

type CardPlaceProps = Partial<CustomItemComponentProps> & { readonly index: number }

/** An entry that says which one of all it is, since its neighbours may not exist. */
function CardPlace({ style, index, ref }: CardPlaceProps) {
  const { list, setting, analyzingId, wantedId, onReached } = use(SharedContext)
  const row = list.rows.get(index)
  const asked = useOpenMail(row?.id ?? null)
  // before its height is known an entry is hidden and takes no focus
  const isReached = row?.id === wantedId && asked.data && style?.visibility !== 'hidden'
  const place = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)

  useEffect(() => {
    const card = place.current?.querySelector<HTMLElement>('[data-email]')
    if (!isReached || !card) return
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
    reached()
  }, [isReached])

  return (
    <li
      ref={ref}
      style={style}
      aria-posinset={index + 1}
      aria-setsize={list.total}
      data-mark={row?.mark}
    >
      {/* what is measured of an entry leaves its own padding out */}
      <div ref={place} className="pb-4">
        <AskedCard asked={asked} setting={setting} isAnalyzing={row?.id === analyzingId} />
      </div>
    </li>
  )
}
