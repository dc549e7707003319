import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Skeleton } from '@shortlist/ui/primitives/loading.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { useNow } from '@shortlist/ui/time/use-now'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { useSetupList } from '@shortlist/ui/today/use-setup-list'
import { useToday } from '@shortlist/ui/today/use-today'
import { type ReactNode, Suspense } from 'react'
import { PageTitle } from '../../host/replies.tsx'

const TodayScreen = lazyPart(async () => (await import('./today-screen.tsx')).TodayScreen)

interface TodayPageProps {
  /** The chats of the account, below everything of the day. */
  readonly children: ReactNode
}

/** Home: what is next, what needs its user and what is due, and the chats of the account. */
export function TodayPage({ children }: TodayPageProps) {
  const setup = useSetupList()
  const { data: today, isError, refetch } = useToday()
  const now = useNow()
  const waiting = <TodaySkeleton />
  return (
    <div className="mx-auto w-full max-w-280 px-4 pt-6 pb-10 max-[420px]:px-3 max-[420px]:pt-4">
      <PageTitle of={shellCopy.today} />
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-title font-[650] tracking-[-0.02em]">{shellCopy.today}</h2>
        <p className="text-meta text-text-3">{days.format(now)}</p>
      </div>
      {/* what comes after it is not known yet: whatever stood there would move */}
      {today && !setup.isPending ? (
        <Suspense fallback={waiting}>
          <TodayScreen today={today} now={now} list={setup.data}>
            {children}
          </TodayScreen>
        </Suspense>
      ) : isError ? (
        <div className="grid gap-4">
          <ErrorBox
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {copy.chatList.retry}
              </Button>
            }
          >
            {todayCopy.failed}
          </ErrorBox>
          {children}
        </div>
      ) : (
        waiting
      )}
    </div>
  )
}

const days = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** As high as a window at least, so that nothing below it is seen to move. */
function TodaySkeleton() {
  return (
    <div className="grid h-dvh content-start gap-4">
      <Skeleton className="h-48" />
      <Skeleton className="h-80" />
    </div>
  )
}
