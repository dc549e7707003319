import { ChatList, MessageList } from '@shortlist/contracts/chat'
import { type Email, MailStatus } from '@shortlist/contracts/mail'
import type { Caller } from './browserless-client.ts'
import { type FolderClient, folderClient } from './folder-client.ts'

/** What a daemon answers, by what was asked for. */
export type Answers = ReadonlyMap<string, unknown>

/**
 * Asks a daemon for every list, every text and every search of an account, once nothing runs that
 * makes them differ. What depends on the time of asking is left out.
 */
export async function allAnswers(
  url: string,
  caller: Caller,
  questions: readonly string[],
): Promise<Answers> {
  const { id } = caller.account
  const client = await folderClient(url, caller)
  const answers = new Map<string, unknown>()
  const ask = async (name: string, path: string) => {
    const answer = await caller.call('GET', path)
    const text = await answer.text()
    const found = isJson(answer) ? JSON.parse(text) : text
    answers.set(name, answer.ok ? found : new Refusal(answer.status))
    return found
  }

  await client.settled()
  for (const question of questions)
    answers.set(`search ${question}`, await search(client, question))
  const chats = ChatList.parse(await ask('chats', `/api/chatbot/list/${id}`))
  for (const { chatId } of chats) {
    const of = `${id}/${chatId}`
    await ask(`context ${chatId}`, `/api/chatbot/context/${of}`)
    const said = await ask(`messages ${chatId}`, `/api/chatbot/messages/${of}`)
    for (const { image } of MessageList.parse(said))
      if (image) await ask(`image ${image.id}`, `/api/chatbot/images/${of}/${image.id}`)
  }
  const status = MailStatus.parse(await ask('mail', `/api/gmail/status/${id}`))
  answers.set('mail', status.emails.map(withoutTime))
  for (const event of status.emails.flatMap(({ events }) => events))
    if (event.hasIcs) answers.set(`ics ${event.id}`, withoutStamps(await ics(caller, event.id)))
  const calendar = Object(await ask('calendar', `/api/calendar/status/${id}`))
  answers.set('calendar', { ...calendar, feedUrl: typeof calendar.feedUrl })
  if (calendar.feedUrl) {
    const feed = await fetch(url + new URL(calendar.feedUrl).pathname)
    answers.set('feed', withoutStamps(await feed.text()))
  }
  await ask('folders', `/api/rag/folders/${id}`)
  for (const file of await client.files()) {
    answers.set(`file ${file.path}`, file)
    await ask(`source ${file.path}`, `/api/rag/sources/${id}/${file.id}?first=1&last=1000`)
  }
  client.close()
  return answers
}

/** There is no answer but this status. */
export class Refusal {
  readonly status: number

  constructor(status: number) {
    this.status = status
  }
}

/** What differs, each as what was asked for. */
export function differences(before: Answers, after: Answers): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  )
}

/** The passages that a question is answered from; the chat that it takes is deleted. */
async function search(client: FolderClient, question: string): Promise<unknown> {
  const { caller } = client
  const { chatId, sources } = await client.ask(question)
  await caller.call('DELETE', `/api/chatbot/${caller.account.id}/${chatId}`)
  return sources
}

async function ics(caller: Caller, eventId: string): Promise<string> {
  return (
    await caller.call('GET', `/api/calendar/events/${caller.account.id}/${eventId}/ics`)
  ).text()
}

function withoutTime({ isNewSinceLastSync: _, ...email }: Email) {
  return email
}

function withoutStamps(calendar: string): string {
  return calendar.replace(/^(DTSTAMP|LAST-MODIFIED|CREATED):.*$/gm, '')
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}
