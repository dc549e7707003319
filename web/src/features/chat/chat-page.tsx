import type { Mode } from '@shortlist/contracts/chat'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useChatDeleted, useShownChat } from '@shortlist/ui/chat/use-shown-chat'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useMedia } from '@shortlist/ui/primitives/use-media'
import { useCalendarRail } from '@shortlist/ui/settings/settings'
import { notify } from '@shortlist/ui/toasts/notify'
import { CalendarDays } from 'lucide-react'
import { Suspense, useState } from 'react'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { useNavigate, useParams } from '../../host/router.ts'

const CalendarRail = lazyPart(async () => (await import('./chat-calendar.tsx')).CalendarRail)
const CalendarSheet = lazyPart(async () => (await import('./chat-calendar.tsx')).ChatCalendarSheet)
const ChatPanel = lazyPart(
  async () => (await import('@shortlist/ui/chat/chat-panel.tsx')).ChatPanel,
)

/** A new chat and an existing one: the same element, so that a first message changes only the URL. */
export function ChatPage() {
  const { chatId } = useParams()
  const navigate = useNavigate()
  const { userId, expire } = useSession()
  const { setChatLoading } = useBusy()
  const shown = useShownChat(userId, chatId)
  const calendar = useCalendarPlace(shown.mode)
  useChatDeleted(chatId, () => {
    notify('error', copy.chat.removed)
    navigate(paths.newChat, { replace: true })
  })

  const screen = shown.mode === 'chat' ? copy.chat.codeAssistant : copy.chat.careerCoach
  return (
    <Suspense fallback={<PageLoading />}>
      <PageTitle of={screen} />
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <ChatPanel
            {...shown}
            key={shown.chatId}
            onBack={() => navigate(paths.home)}
            onNewChat={() => navigate(paths.newChat)}
            onFirstMessage={(id) => navigate(paths.chat(id), { replace: true })}
            onSignedOut={expire}
            onBusyChange={setChatLoading}
            notify={notify}
            barExtra={<CalendarButton {...calendar} />}
          />
        </div>
        <Suspense>
          {calendar.isShown && calendar.kind === 'rail' && <CalendarRail />}
          {calendar.isShown && calendar.kind === 'sheet' && (
            <CalendarSheet onClose={calendar.toggle} />
          )}
        </Suspense>
      </div>
    </Suspense>
  )
}

/** Shows and hides the calendar beside a chat. */
function CalendarButton({ kind, isShown, toggle }: ReturnType<typeof useCalendarPlace>) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={copy.chat.calendar}
      aria-haspopup={kind === 'sheet' ? 'dialog' : undefined}
      aria-expanded={isShown}
      onClick={toggle}
    >
      <CalendarDays aria-hidden="true" />
      <span className="@max-[899px]:hidden">{copy.chat.calendar}</span>
    </Button>
  )
}

/** A rail beside a coach chat where there is room, which is remembered; a sheet elsewhere. */
function useCalendarPlace(mode: Mode) {
  const isWide = useMedia('(min-width: 1280px)')
  const [hasRail, setRail] = useCalendarRail()
  const [hasSheet, setSheet] = useState(false)
  if (mode === 'coach' && isWide) {
    return { kind: 'rail', isShown: hasRail, toggle: () => setRail(!hasRail) } as const
  }
  return { kind: 'sheet', isShown: hasSheet, toggle: () => setSheet(!hasSheet) } as const
}
