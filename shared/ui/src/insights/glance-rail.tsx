import type { MailStatus } from '@shortlist/contracts/mail'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useId,
  useMemo,
  useState,
} from 'react'
import { useWholeMailStatus } from '../mail/mail-status.ts'
import { DisclosureButton } from '../primitives/disclosure-button.tsx'
import { useMedia } from '../primitives/use-media.ts'
import { glanceCopy, insightsCopy } from './insights-copy.ts'
import { nextInterview } from './next-events.ts'
import { NextInterview } from './next-interview.tsx'
import { derivePipeline, PIPELINE_MIN } from './pipeline.ts'
import { PipelinePlot } from './pipeline-plot.tsx'
import { useSettled } from './use-settled.ts'

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface GlanceRailProps {
  /** The address of the mail screen. */
  readonly mailHref: string
  readonly onOpenMail: () => void
}

/** What matters of the mailbox, for the home screen. Silent while it is not known and on errors. */
export function GlanceRail({ mailHref, onOpenMail }: GlanceRailProps) {
  const { data: status } = useWholeMailStatus()
  const panel = useId()
  const hasRoom = useMedia('(min-width: 600px)')
  const [isOpen, setOpen] = useState(false)
  const link = {
    href: mailHref,
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpenMail()
    },
  }

  if (!status || isUndecided(status)) return null
  return (
    <aside aria-label={glanceCopy.title} className="@container">
      {!hasRoom && (
        <DisclosureButton
          label={glanceCopy.short}
          panelId={panel}
          isOpen={isOpen}
          onToggle={setOpen}
        />
      )}
      {(hasRoom || isOpen) && (
        <div id={panel} className="grid gap-4 @min-[600px]:grid-cols-2">
          {status.connected || status.emails.length > 0 ? (
            <Glance status={status} link={link} />
          ) : (
            <Card>
              <a {...link}>{glanceCopy.connect}</a>
            </Card>
          )}
        </div>
      )}
    </aside>
  )
}

/** Before the first attempt to reach a mailbox has ended nobody has to be asked to connect it. */
function isUndecided({ connected, error, emails, mailbox }: MailStatus): boolean {
  return !connected && error === null && mailbox.state === 'connecting' && emails.length === 0
}

interface GlanceProps {
  readonly status: MailStatus
  /** Leads to the mails. */
  readonly link: ComponentProps<'a'>
}

function Glance({ status, link }: GlanceProps) {
  const { now, settled: emails } = useSettled(status.emails)
  const { pipeline, interview, high } = useMemo(
    () => ({
      pipeline: derivePipeline(emails, now),
      interview: nextInterview(emails, now),
      high: emails.filter(({ priority }) => priority === 'high').length,
    }),
    [emails, now],
  )
  const lastSync = status.lastSync && times.format(new Date(status.lastSync))
  return (
    <>
      <div className="grid gap-4 content-start">
        <Card title={glanceCopy.nextInterview}>
          <NextInterview interview={interview} now={now} />
        </Card>
        <Card title={glanceCopy.inbox}>
          <a {...link}>
            {lastSync || emails.length > 0
              ? glanceCopy.inboxLine(high, lastSync)
              : glanceCopy.nothingYet}
          </a>
        </Card>
      </div>
      {pipeline.reached.applied >= PIPELINE_MIN && pipeline.links.length > 0 && (
        <Card title={insightsCopy.pipeline}>
          <PipelinePlot pipeline={pipeline} height={120} />
          <p className="text-caption text-text-3">{insightsCopy.basedOn(pipeline.analyzed)}</p>
        </Card>
      )}
    </>
  )
}

function Card({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-border bg-surface p-4">
      {title && <h3 className="text-caption font-semibold text-text-3">{title}</h3>}
      {children}
    </div>
  )
}
