import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'
import type { Analysis, Email, MailWarning, Sentiment } from '@shortlist/contracts/mail'
import { ExternalLink, Frown, type LucideIcon, Meh, Smile, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import { Badge, type BadgeTone } from '../../primitives/badge.tsx'
import { Button } from '../../primitives/button.tsx'
import { cn } from '../../primitives/class-names.ts'
import { ErrorBox, ErrorLine } from '../../primitives/error-box.tsx'
import { Skeleton } from '../../primitives/loading.tsx'
import { Select } from '../../primitives/select.tsx'
import { useAction } from '../../primitives/use-action.ts'
import type { SelectProps } from '../../primitives/used-select.tsx'
import { safeLink, truncate } from '../../safe-text.ts'
import { readUnsent, writeUnsent } from '../../unsent.ts'
import { mailCopy } from '../mail-copy.ts'
import { CategoryIcon, categoryChoices, priorities, priorityLooks } from '../mail-looks.tsx'
import { formatDate } from '../mail-times.tsx'
import { ActionItems } from './action-items.tsx'
import type { CardSetting, EmailProps } from './card-setting.ts'
import { composeLink } from './compose-link.ts'
import { DraftResponse } from './draft-response.tsx'
import { EmailEvents } from './email-events.tsx'

interface EmailCardProps extends EmailProps {
  /** Whether the running sync is at this email. */
  readonly isAnalyzing?: boolean
}

/**
 * One email with what the analysis says and what can be done about it; it can have the focus. All
 * texts of the mail are shown as text. It renders again only when its own email changes.
 */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
  const { email, setting, isAnalyzing = false } = props
  const title = useId()
  const [wasAnalyzed] = useState(email.analyzed)
  return (
    <article
      id={`email-${email.id}`}
      aria-labelledby={title}
      aria-busy={isAnalyzing || undefined}
      tabIndex={-1}
      data-email={email.id}
      data-priority={email.priority ?? undefined}
      data-pending={!email.analyzed || undefined}
      data-finished={(email.analyzed && !wasAnalyzed) || undefined}
      className="email-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={title} dir="auto" className="min-w-0 text-card font-semibold wrap-anywhere">
          {truncate(email.subject, maxHeadCharacters) || mailCopy.noSubject}
        </h3>
        <EmailTags email={email} setting={setting} />
      </div>
      <p className="mt-0.5 text-meta text-text-3 wrap-anywhere">
        <bdi>{truncate(email.from, maxHeadCharacters) || mailCopy.noSender}</bdi>
        {' · '}
        <time dateTime={email.date}>{formatDate(email.date)}</time>
      </p>
      <EmailWarnings warnings={email.warnings} />
      <EmailDetails email={email} setting={setting} />
    </article>
  )
})

/** What a card shows of a subject and of a sender; the rest of such texts says nothing more. */
const maxHeadCharacters = 300

interface AskedCardProps extends Omit<EmailCardProps, 'email'> {
  /** What is known so far of the mail that was asked for. */
  readonly asked: {
    readonly data?: Email | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
}

/** The card of a mail that is asked for, and what stands in its place until it has come. */
export function AskedCard({ asked, ...others }: AskedCardProps) {
  const { data: mail, isError, refetch } = asked
  if (mail) return <EmailCard key={mail.id} email={mail} {...others} />
  return isError ? <LoadFailed onRetry={refetch} /> : <Skeleton className="h-72" />
}

/** Mails could not be read from the daemon. */
export function LoadFailed({ onRetry }: { readonly onRetry: () => unknown }) {
  return (
    <ErrorBox
      action={
        <Button size="sm" onClick={() => onRetry()}>
          {mailCopy.tryAgain}
        </Button>
      }
    >
      {mailCopy.loadFailed}
    </ErrorBox>
  )
}

/** Priority and category of an email; each can be set by hand. */
function EmailTags({ email, setting }: EmailProps) {
  const { priority, category, corrected } = email
  const correct = useAction(setting.actions.correct, mailCopy.correctFailed)

  if (!priority || !category) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tag
        label={mailCopy.priorityOf(priority)}
        value={priority}
        choices={priorityChoices}
        isSetByUser={corrected.includes('priority')}
        onChange={(chosen) => correct.run(email.id, { priority: chosen })}
        className={priorityLooks[priority].tag}
      />
      <Tag
        label={mailCopy.categoryOf(category)}
        value={category}
        choices={categoryChoices}
        isSetByUser={corrected.includes('category')}
        onChange={(chosen) => correct.run(email.id, { category: chosen })}
        className="bg-surface-2 text-text-2"
      />
      <ErrorLine error={correct.error} className="text-caption" />
    </div>
  )
}

const priorityChoices = priorities.map((value) => {
  const Icon = priorityLooks[value].icon
  return { value, label: value, icon: <Icon aria-hidden="true" /> }
})

interface TagProps<Value extends string> extends Omit<SelectProps<Value>, 'children'> {
  readonly isSetByUser: boolean
}

function Tag<Value extends string>({ isSetByUser, className, ...props }: TagProps<Value>) {
  const { value, choices } = props
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Select
      {...props}
      className={cn('h-6 gap-1 rounded-sm border-transparent px-2 text-caption', className)}
    >
      {chosen?.icon}
      {chosen?.label ?? value}
      {isSetByUser && <span>{`· ${mailCopy.setByYou}`}</span>}
    </Select>
  )
}

interface EmailWarningsProps {
  readonly warnings: readonly MailWarning[]
}

/** What to be careful about in a mail: a word and a sentence each. */
function EmailWarnings({ warnings }: EmailWarningsProps) {
  if (warnings.length === 0) return null
  return (
    <ul aria-label={mailCopy.warningsLabel} className="mt-2">
      {warnings.map((warning) => (
        <li key={warning} className="mt-1 flex flex-wrap items-center gap-2 text-meta text-text-2">
          <Badge tone={warning === 'suspicious' ? 'bad' : 'warn'}>
            <TriangleAlert aria-hidden="true" />
            {mailCopy.warnings[warning].name}
          </Badge>
          {mailCopy.warnings[warning].sentence}
        </li>
      ))}
    </ul>
  )
}

/** Everything below the head of a card: what the mail says, what was found, what can be done. */
function EmailDetails({ email, setting }: EmailProps) {
  const [isDraftOpen, setDraftOpen] = useState(false)
  const { hasDraft, text, setText } = useDraftText(email)
  return (
    <>
      {email.bodyPreview && (
        <p dir="auto" className="mt-2 text-text-2 wrap-anywhere">
          {truncate(email.bodyPreview, BODY_PREVIEW_CHARACTERS)}
        </p>
      )}
      <EmailSummary email={email} setting={setting} />
      <EmailEvents email={email} setting={setting} />
      {hasDraft && (
        <DraftResponse
          text={text}
          isOpen={isDraftOpen}
          onToggle={setDraftOpen}
          onChange={setText}
        />
      )}
      <EmailButtons email={email} setting={setting} draft={hasDraft ? text : null} />
    </>
  )
}

/** The reply to an email: what was proposed, until the user changes it. */
function useDraftText({ id, analysis }: Email) {
  const proposed = analysis?.draftResponse ?? ''
  const [changed, setChanged] = useState(() => readUnsent('mail', id))

  function setText(text: string): void {
    const kept = text === proposed ? null : text
    setChanged(kept)
    writeUnsent('mail', id, kept)
  }

  return { hasDraft: proposed !== '', text: changed ?? proposed, setText }
}

/** What the analysis says about an email, that it is awaited, or that it failed. */
function EmailSummary({ email, setting }: EmailProps) {
  const { analysis, status } = email
  return (
    <>
      {status === 'failed' && <EmailFailure email={email} setting={setting} />}
      {status === 'pending' && !analysis && (
        <Box>
          <span className="shimmer-text">{mailCopy.pending}</span>
        </Box>
      )}
      {(status === 'analyzed' || analysis) && <Findings email={email} setting={setting} />}
    </>
  )
}

function Box({ children }: { readonly children: ReactNode }) {
  return <div className="mt-3 rounded-md bg-surface-2 p-3 text-ui">{children}</div>
}

function Findings({ email, setting }: EmailProps) {
  const { analysis } = email
  const whole = email.summary || mailCopy.complete
  // the reasons stand in its place; without them the box would be empty
  const summary = analysis?.explanation ? withoutShown(whole, email) : whole
  return (
    <Box>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h4 className="text-caption font-semibold text-text-2">{mailCopy.summary}</h4>
        {analysis && (
          <span className="text-caption text-text-3">{mailCopy.summaryBy(analysis)}</span>
        )}
        {analysis && <Chips analysis={analysis} />}
      </div>
      {summary && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {summary}
        </p>
      )}
      {analysis && <EmailExplanation email={email} analysis={analysis} setting={setting} />}
      {analysis && <ActionItems emailId={email.id} items={analysis.actionItems} />}
    </Box>
  )
}

/** The sentences of a summary that the card does not show above it, as the beginning of the mail. */
function withoutShown(summary: string, { bodyPreview }: Email): string {
  const shown = lettersOf(truncate(bodyPreview, BODY_PREVIEW_CHARACTERS))
  const sentences = summary.split(/(?<=[.!?…])\s+/)
  return sentences.filter((sentence) => !shown.includes(lettersOf(sentence))).join(' ')
}

/** Case, spaces and full stops differ where a sentence is quoted. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

interface Look {
  readonly icon: LucideIcon
  readonly tone: BadgeTone
}

const sentiments: Readonly<Record<Sentiment, Look>> = {
  positive: { icon: Smile, tone: 'ok' },
  neutral: { icon: Meh, tone: 'neutral' },
  negative: { icon: Frown, tone: 'bad' },
}

function Chips({ analysis }: { readonly analysis: Analysis }) {
  const { sentiment, hasInterview, hasDeadline } = analysis
  const { icon: Icon, tone } = sentiments[sentiment]
  return (
    <>
      <Badge tone={tone}>
        <Icon aria-hidden="true" />
        {sentiment}
      </Badge>
      {hasInterview && <Badge tone="accent">{mailCopy.interview}</Badge>}
      {hasDeadline && <Badge tone="warn">{mailCopy.deadline}</Badge>}
    </>
  )
}

interface EmailExplanationProps extends EmailProps {
  readonly analysis: Analysis
}

/**
 * How sure the analysis is of the category and why, with the likeliest others: a press on one of
 * them corrects it. A finding of an earlier version says nothing of this.
 */
function EmailExplanation({ email, analysis, setting }: EmailExplanationProps) {
  const correct = useAction(setting.actions.correct, mailCopy.correctFailed)
  const { explanation } = analysis
  if (!explanation) return null
  const others = explanation.categories.filter((each) => each !== email.category).slice(0, 2)
  const isCorrected = email.corrected.includes('category')
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-text-2">
      <p role="status" className="wrap-anywhere">
        {isCorrected && email.category
          ? mailCopy.youChose(email.category)
          : mailCopy.explain(analysis)}
      </p>
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="contents">{mailCopy.changeTo}</legend>
        {others.map((other, place) => (
          <Button
            // a press replaces the category in its place, and the focus stays there
            key={place}
            size="sm"
            aria-label={mailCopy.changeCategoryTo(other)}
            onClick={() => correct.run(email.id, { category: other })}
            className="gap-1 px-2 text-caption"
          >
            <CategoryIcon category={other} />
            {other}
          </Button>
        ))}
      </fieldset>
      <ErrorLine error={correct.error} />
    </div>
  )
}

/** Why an email could not be analysed, and a way to try again. */
function EmailFailure({ email, setting }: EmailProps) {
  const retry = useAction(setting.actions.retry, mailCopy.retryFailed)
  return (
    <ErrorBox
      className="mt-3"
      action={
        <Button size="sm" disabled={retry.isRunning} onClick={() => retry.run(email.id)}>
          {retry.isRunning ? mailCopy.retrying : mailCopy.retry}
        </Button>
      }
    >
      {retry.error ?? email.failure ?? mailCopy.analysisFailed}
    </ErrorBox>
  )
}

interface EmailButtonsProps extends EmailProps {
  /** The reply as it reads at present; null where none is proposed. */
  readonly draft: string | null
}

/** Opens the mail at its provider, and takes the reply to a compose window or the Drafts folder. */
function EmailButtons({ email, setting, draft }: EmailButtonsProps) {
  const { id, replyTo: to, subject } = email
  const where = useId()
  const view = safeLink(email.webLink)
  const compose = draft && composeLink(setting.composeUrl, { to, subject, body: draft })
  const canSave = draft !== null && setting.canSaveDrafts

  // the label names Gmail, whoever keeps the mailbox
  const isElsewhere = view && setting.provider !== null && setting.provider !== mailCopy.names.none

  if (!view && !compose && !canSave) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {view && (
        <Button size="sm" asChild>
          <a
            href={view}
            target="_blank"
            rel="noopener noreferrer"
            data-key="v"
            aria-describedby={isElsewhere ? where : undefined}
          >
            <ExternalLink aria-hidden="true" />
            {mailCopy.view}
          </a>
        </Button>
      )}
      {compose && (
        <Button variant="primary" size="sm" asChild>
          <a
            href={compose}
            target={compose.startsWith('mailto:') ? undefined : '_blank'}
            rel="noopener noreferrer"
            data-key="d"
          >
            {mailCopy.useDraft}
          </a>
        </Button>
      )}
      {canSave && (
        <SaveDraft emailId={id} savedAt={email.draftSavedAt} draft={draft} {...setting} />
      )}
      {isElsewhere && (
        <p id={where} className="text-caption text-text-3">
          {mailCopy.opensAt(setting.provider)}
        </p>
      )}
    </div>
  )
}

interface SaveDraftProps extends Pick<CardSetting, 'actions'> {
  readonly emailId: string
  readonly savedAt: string | null
  readonly draft: string
}

function SaveDraft({ emailId, savedAt, draft, actions }: SaveDraftProps) {
  const save = useAction(actions.saveDraft, mailCopy.saveFailed)
  return (
    <>
      <Button
        size="sm"
        disabled={save.isRunning || draft.trim() === ''}
        onClick={() => save.run(emailId, draft)}
      >
        {save.isRunning ? mailCopy.savingDraft : mailCopy.saveDraft}
      </Button>
      <span role="status" className="text-caption text-text-3">
        {savedAt && !save.error && `${mailCopy.draftSaved} · ${formatDate(savedAt)}`}
      </span>
      <ErrorLine error={save.error} className="text-caption" />
    </>
  )
}
