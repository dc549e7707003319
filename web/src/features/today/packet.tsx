import type { Interview } from '@shortlist/contracts/today'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { useOpenMail } from '@shortlist/ui/mail/mail-status'
import { formatEventTime } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Dialog } from '@shortlist/ui/primitives/dialog.tsx'
import { Skeleton } from '@shortlist/ui/primitives/loading.tsx'
import { useMode } from '@shortlist/ui/settings/settings'
import { placeOf, shortTime } from '@shortlist/ui/today/interview-times'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { askInNewChat } from '@shortlist/ui/unsent'
import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailPath, paths } from '../../host/paths.ts'
import { Link, useNavigate } from '../../host/router.ts'

interface PacketProps {
  readonly interview: Interview
  readonly onClose: () => void
}

/** What is known of an interview, and the coach with the question about it written already. */
export function Packet({ interview, onClose }: PacketProps) {
  const { eventId, emailId, summary, from, time } = interview
  const navigate = useNavigate()
  const [, setMode] = useMode()
  const { data: mail, isError } = useOpenMail(emailId)
  const { call, words } = placeOf(interview)
  const event = mail?.events.find(({ id }) => id === eventId)

  function askCoach(): void {
    askInNewChat(todayCopy.prepareQuestion(summary, from, shortTime(time)))
    setMode('coach')
    navigate(paths.newChat)
  }

  return (
    <Dialog
      title={summary}
      description={formatEventTime(time)}
      closeLabel={mailCopy.close}
      onClose={onClose}
    >
      <div className="overflow-y-auto px-5 py-4">
        <dl className="today-days">
          <Known name={todayCopy.people}>{mail?.from ?? from}</Known>
          <Known name={todayCopy.place}>{words}</Known>
          <Known name={todayCopy.call}>
            {call && (
              <a href={call} target="_blank" rel="noopener noreferrer">
                {call}
              </a>
            )}
          </Known>
          {!mail && !isError && <Skeleton className="col-span-2 h-24" />}
          <Known name={todayCopy.said}>{event?.evidence}</Known>
          <Known name={mailCopy.summary}>{mail?.summary}</Known>
          <Known name={mailCopy.actionItems}>{mail?.analysis?.actionItems.join(' · ')}</Known>
          <Known name={todayCopy.mail}>
            <Link to={mailPath(emailId)}>{mail?.subject || mailCopy.noSubject}</Link>
          </Known>
        </dl>
        <div className="today-acts">
          <Button variant="primary" onClick={askCoach}>
            <Sparkles aria-hidden="true" />
            {todayCopy.askCoach}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface KnownProps {
  readonly name: string
  /** Nothing is shown for what is not known. */
  readonly children: ReactNode
}

function Known({ name, children }: KnownProps) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
