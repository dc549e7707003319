import type { AssistantClient } from '@shortlist/client/assistant-client'
import type { MailStatus } from '@shortlist/contracts/mail'
import { type MailChange, mailEventNames, reduceMailStatus } from './reduce-mail-status.ts'

/** Where the mail status lies in the query cache; hosts invalidate or change it under this key. */
export const mailStatusKey = ['mail', 'status'] as const

/** A mail status and when it was asked for, in epoch milliseconds. */
export interface ReadMailStatus extends MailStatus {
  readonly askedAt: number
}

/** Reads the mail status; what events say in the meantime is part of it. */
export async function readMailStatus(client: AssistantClient): Promise<ReadMailStatus> {
  const askedAt = Date.now()
  const { answer, changes } = await withChanges(client, () => client.mail.status())
  return changes.reduce(reduceMailStatus, { ...answer, askedAt })
}

/** An answer of the daemon, and the changes that were heard while it was under way. */
export async function withChanges<Answer>(
  client: AssistantClient,
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly changes: readonly MailChange[] }> {
  const changes: MailChange[] = []
  const stop = hearMailChanges(client, (change) => changes.push(change))
  try {
    return { answer: await call(), changes }
  } finally {
    stop()
  }
}

/** Hears every change of the mail status until the returned function is called. */
export function hearMailChanges(
  client: AssistantClient,
  take: (change: MailChange) => void,
): () => void {
  const stops = mailEventNames.map((name) =>
    // the compiler does not see that a name and its event belong together
    client.on(name, (event) => take({ name, event } as MailChange)),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
