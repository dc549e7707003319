import { Done } from '@shortlist/contracts/chat'
import {
  Analysis,
  type Category,
  Email,
  MailStatus,
  type Priority,
  SyncReply,
} from '@shortlist/contracts/mail'
import {
  MailPage,
  type MailRowsQuery,
  MarkReply,
  type MarkRequest,
  OpenMail,
} from '@shortlist/contracts/mail-rows'
import { CallFailed } from './call-failed.ts'
import { longList } from './daemon/long-list.ts'
import { type AccountCallParts, type Fields, orDefaults } from './daemon/read-calls.ts'

/** What a user sets by hand; a field that is left out stays as it is. */
export interface MailCorrection {
  readonly priority?: Priority
  readonly category?: Category
}

/** `none` leaves the mails out, for whoever shows them as rows. */
export interface MailStatusOptions {
  readonly emails?: 'all' | 'none'
}

/** The mailbox of the signed-in account. */
export interface Mail {
  /** From what the daemon knows; never opens a connection to the mailbox. */
  status(options?: MailStatusOptions): Promise<MailStatus>
  /** A page of the mails of a view. */
  rows(query: Partial<MailRowsQuery>, signal?: AbortSignal): Promise<MailPage>
  /** One mail with everything that is known of it. */
  open(emailId: string): Promise<OpenMail>
  /** Marks mails as done, snoozed or open again; refused with 409 where the revision is an old one. */
  mark(request: MarkRequest): Promise<MarkReply>
  /** Takes an act of marking back. */
  unmark(changeId: string): Promise<MarkReply>
  /** Tries the mailbox right now ("Check again"); the status afterwards says how it is. */
  connect(): Promise<MailStatus>
  /** Reads and analyses the built-in sample mailbox instead of a real one, until `leaveSample`. */
  useSample(): Promise<MailStatus>
  leaveSample(): Promise<MailStatus>
  /** Resolves to the stored mails; their analyses follow as events. A running sync is joined. */
  sync(options?: MailStatusOptions): Promise<SyncReply>
  /** Stops after the mails in flight. */
  cancelSync(): Promise<void>
  correct(emailId: string, correction: MailCorrection): Promise<Email>
  /** Analyses a mail again whose analysis has failed. */
  retry(emailId: string): Promise<Email>
  saveDraft(emailId: string, body: string): Promise<Email>
}

/** The mail calls of a daemon (specification, section 7). */
export function daemonMail({ api, calls, userId }: AccountCallParts): Mail {
  const { gmail } = api
  const ofMail = api.mail[':userId']
  const ofUser = () => ({ userId: userId() })
  const ofEmail = (emailId: string) => ({ ...ofUser(), emailId })
  const emailCalls = gmail.emails[':userId'][':emailId']

  async function status(query: MailStatusOptions = {}): Promise<MailStatus> {
    return calls.ask(gmail.status[':userId'].$get({ param: ofUser(), query }), LeastMailStatus)
  }

  return {
    status,
    rows({ from, limit, ...query }, signal) {
      const numbers = { from: from?.toString(), limit: limit?.toString() }
      const about = { param: ofUser(), query: { ...query, ...numbers } }
      return calls.ask(ofMail.rows.$get(about, { init: { signal: signal ?? null } }), MailPage)
    },
    open: async (emailId) =>
      calls.ask(ofMail.mails[':emailId'].$get({ param: ofEmail(emailId) }), OpenMail),
    mark: async (json) => calls.ask(ofMail.marks.$post({ param: ofUser(), json }), MarkReply),
    async unmark(changeId) {
      const param = { ...ofUser(), changeId }
      return calls.ask(ofMail.marks[':changeId'].$delete({ param }), MarkReply)
    },
    async connect() {
      // why the mailbox cannot be reached stands in the status
      await calls.tell(gmail.connect.$post({ json: ofUser() })).catch((error: unknown) => {
        const isRefusal = error instanceof CallFailed && error.reason === 'refused'
        if (!isRefusal || error.isSignedOut) throw error
      })
      return status()
    },
    useSample: async () => calls.ask(gmail.sample.$post({ json: ofUser() }), LeastMailStatus),
    leaveSample: async () =>
      calls.ask(gmail.sample[':userId'].$delete({ param: ofUser() }), LeastMailStatus),
    sync: async (query = {}) =>
      calls.ask(gmail.sync.$post({ json: ofUser(), query }), LeastSyncReply),
    async cancelSync() {
      await calls.ask(gmail.sync.cancel.$post({ json: ofUser() }), Done)
    },
    async correct(emailId, correction) {
      const json = { ...ofUser(), ...correction }
      return calls.ask(emailCalls.$patch({ param: ofEmail(emailId), json }), Email)
    },
    async retry(emailId) {
      const about = { param: ofEmail(emailId), json: ofUser() }
      return calls.ask(emailCalls.retry.$post(about), Email)
    },
    async saveDraft(emailId, body) {
      const about = { param: ofEmail(emailId), json: { ...ofUser(), body } }
      return calls.ask(emailCalls.draft.$post(about), Email)
    },
  }
}

/** As the contract has it, with what an answer may leave out that keeps to the specification. */
export const LeastAnalysis = orDefaults(Analysis, {
  priority: 'low',
  category: 'other',
  sentiment: 'neutral',
  hasInterview: false,
  hasDeadline: false,
  summary: 'Analysis complete',
  actionItems: [],
  draftResponse: '',
  calendarEvents: [],
  analyzer: 'model',
})

/** An email whose copies of the analysis are left out has those of its analysis. */
const LeastEmail = orDefaults(
  Email.extend({ analysis: LeastAnalysis.nullable() }),
  ({ from, analysis, analyzed }) => {
    const { summary = null, category = null, priority = null } = (analysis ?? {}) as Fields
    return {
      replyTo: /[^\s<>]+@[^\s<>]+/.exec(String(from))?.[0] ?? '',
      date: '',
      snippet: '',
      bodyPreview: '',
      webLink: '',
      analyzed: false,
      status: analyzed ? 'analyzed' : 'pending',
      failure: null,
      analysis: null,
      summary,
      category,
      priority,
      corrected: [],
      isNewSinceLastSync: false,
      events: [],
      warnings: [],
      draftSavedAt: null,
    }
  },
)

const LeastMailStatus = orDefaults(
  MailStatus.extend({ emails: longList(LeastEmail) }),
  ({ connected }) => ({
    error: null,
    emails: [],
    lastSync: null,
    mailbox: {
      kind: 'imap',
      state: connected ? 'ready' : 'not-configured',
      label: '',
      provider: null,
      appPasswordUrl: null,
      retryAt: null,
      canSaveDrafts: false,
      composeUrl: 'mailto:',
    },
    sync: null,
  }),
)

const LeastSyncReply = orDefaults(
  SyncReply.extend({ emails: longList(LeastEmail) }),
  ({ emails }) => ({
    emails: [],
    status: 'preliminary',
    analysisInProgress: true,
    performance: { totalFetched: Array.isArray(emails) ? emails.length : 0, newStored: 0 },
  }),
)
