import { EXPLAINING_WORD_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Category, Explanation, Finding, MailFact } from '@shortlist/contracts/mail'
import { DateTime } from 'luxon'
import { findDates } from '../dates/find-dates.ts'
import { foldText } from '../mail-text.ts'
import type { AnalyzedMail, MailToAnalyze, ReadMessage } from '../ports.ts'
import { readTable } from '../read-table.ts'
import { cleanFinding } from './clean-finding.ts'
import {
  builtInJudge,
  conceptsOf,
  isSuspicious,
  judgeMail,
  likelihoodOf,
  type MailJudgement,
} from './learned/judge-mail.ts'
import { draftReply, type ProposedTime } from './rules/draft-reply.ts'
import {
  asksForTimes,
  isCalledOff,
  isForMany,
  type MailView,
  ownTextOf,
  viewMail,
} from './rules/mail-view.ts'
import { type ProposedEvent, proposeEvents } from './rules/propose-events.ts'
import { type Deadline, findDeadlines } from './rules/speech-act.ts'

/** Less sure of a category than this is not knowing it. */
const UNSURE = 0.25

/** What a guess would call urgent is not. */
const URGENT = 0.42

/** From here on an interview or a deadline is told; missing one costs more than a look in vain. */
const INTERVIEW = 0.9
const DEADLINE = 0.06

/** From here on a mail wants something of its reader: an answer, a choice, a change that is noticed. */
const ASKS = 0.28

/** The analysis of a mail by learned weights and patterns; needs no language model and contacts nobody. */
export async function analyzeByRules(mail: MailToAnalyze): Promise<AnalyzedMail> {
  const view = viewMail(mail)
  const judgement = judgeMail(mail.message)
  const { category, priority } = kindOf(judgement, mail.message)
  const proposed = proposeEvents(category, view)
  const events = proposed.filter(({ proposal }) => proposal.method === 'request')
  const deadlines = isForMany(category, view) ? [] : findDeadlines(view.sentences)
  const isDue = deadlines.length > 0 || judgement.deadline > DEADLINE
  const finding: Omit<Finding, 'analyzer'> = {
    category,
    priority,
    sentiment: judgeSentiment(category, view),
    hasInterview: judgement.interview > INTERVIEW,
    hasDeadline: isDue,
    summary: summarize(category, view),
    actionItems: listActionItems(category, view, deadlines),
    draftResponse: draftReply(category, view, timeOf(events), events[0]?.act),
  }
  const explanation = explainCategory(mail.message, category, 'rules')
  const isNews = category === 'newsletter' || (view.isMass && category === 'other')
  const asksReader = !isNews && judgement.asks >= ASKS
  return {
    finding: { ...cleanFinding(finding, mail.message), analyzer: 'rules', explanation },
    proposals: proposed.map(({ proposal }) => proposal),
    asks: {
      isReply: asksReader,
      isChange: asksReader && changes.has(view.act),
      dues: duesOf(deadlines, mail),
    },
  }
}

const changes: ReadonlySet<string> = new Set(['moves', 'cancels', 'postpones'])

/** When the deadlines end that name their day, ISO 8601 in UTC. */
function duesOf(deadlines: readonly Deadline[], { time }: MailToAnalyze): string[] {
  return deadlines.flatMap(({ sentence, day, isSpan }) => {
    if (day === '' || isSpan) return []
    const found = findDates(sentence, time).find(
      ({ text }) => text.includes(day) || day.includes(text),
    )
    if (found?.time.kind === 'instant') return [new Date(found.time.start).toISOString()]
    if (found?.time.kind !== 'day') return []
    return [DateTime.fromISO(found.time.end, { zone: time.userZone }).toJSDate().toISOString()]
  })
}

/** Category and priority; of what nobody can tell, that it should be looked at. */
function kindOf(judgement: MailJudgement, message: ReadMessage) {
  const [category = 'other'] = judgement.categories
  const { priority, sureness } = judgement
  if (isSuspicious(message)) return { category: 'other', priority: 'low' } as const
  if (sureness < UNSURE) return { category: 'other', priority: 'medium' } as const
  const isGuessed = priority === 'high' && sureness < URGENT
  return { category, priority: isGuessed ? 'medium' : priority } as const
}

function timeOf(events: readonly ProposedEvent[]): ProposedTime {
  const [event] = events
  if (!event) return 'none'
  const isClear = event.proposal.time.kind === 'instant' && !event.isPast
  return events.length === 1 && isClear ? { words: event.words } : 'unclear'
}

const good =
  /\b(?:congratulations|delighted|thrilled|happy to|glad to|great news|good news|pleasure|wonderful|pleased|impressed|enjoyed|love to|freuen uns|herzlichen gluckwunsch|gratul\w+|uberzeugt|begeistert|felicitations|ravis?|plaisir|beaucoup plu)\b/g
const bad =
  /\b(?:unfortunately|sorry|regret|failed|failure|unable|error|disappoint\w+|overdue|missed|cancell?ed|leider|bedauer\w+|absage|malheureusement|regrettons|desole\w*|retard)\b/g

/** The tone of a mail for its reader: by what it is about, else by its words. A new time is no bad news. */
function judgeSentiment(category: Category, view: MailView): Finding['sentiment'] {
  const { folded } = view
  if (category === 'job_rejection') return 'negative'
  if (category === 'job_offer' || category === 'job_acceptance') return 'positive'
  if (category === 'newsletter') return 'neutral'
  const balance = count(folded.anywhere, good) - count(folded.anywhere, bad)
  if (balance > 0) return 'positive'
  return balance < 0 && view.act !== 'moves' ? 'negative' : 'neutral'
}

function count(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0
}

interface Request {
  readonly item: string
  readonly says: RegExp
}

/** What a mail asks for, by its words (folded), in the categories where they mean that. */
const requests = new Map(
  [...readTable(new URL('./rules/requests.txt', import.meta.url))].map(([category, lines]) => {
    const all = lines.map((line): Request => {
      const at = line.indexOf(' = ')
      return { item: line.slice(0, at), says: new RegExp(line.slice(at + 3)) }
    })
    return [category, all]
  }),
)

/** Whoever is asked for times does not confirm one. */
const CONFIRM = 'Reply to confirm the time'

/** What the reader is asked to do, the day included where there is one. */
function listActionItems(
  category: Category,
  view: MailView,
  deadlines: readonly Deadline[],
): string[] {
  if (isSuspicious(view.mail.message))
    return ['Do not reply, pay, or send documents before you have checked it']
  if (category === 'newsletter') return []
  if (category === 'job_interview' && isCalledOff(view)) return []
  const { anywhere } = view.folded
  const asked = (requests.get(category) ?? []).filter(
    ({ item, says }) => says.test(anywhere) && !(item === CONFIRM && asksForTimes.test(anywhere)),
  )
  const dated = deadlines.filter(({ day }) => day !== '')
  if (asked.length === 0) return dated.map((due) => withDay(inShort(due.sentence), due))
  const own = asked.map(({ says }) => dated.find(({ sentence }) => says.test(foldText(sentence))))
  const [rest] = dated.filter((deadline) => !own.includes(deadline))
  return asked.map(({ item }, at) => withDay(item, own[at] ?? (at === 0 ? rest : undefined)))
}

function withDay(item: string, due: Deadline | undefined): string {
  if (!due || item.includes(due.day)) return item
  return `${item} ${due.isSpan ? 'within' : 'by'} ${due.day}`
}

function inShort(sentence: string): string {
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, 159).trimEnd()}…`
}

/** A summary has at most this many sentences. */
const SENTENCES = 2

/** A longer one is a wall of text that nobody reads in a card, in characters. */
const LONGEST_SENTENCE = 320

/** What words that are sure of the category count for, beside a date or a request. */
const WORDS_WEIGHT = 6

const courtesy =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte|bonjour|cher|chere|madame|best|kind|warm|many thanks|thanks|cheers|regards|yours|sincerely|see you|love|viele|liebe|beste|mit (?:freundlichen|besten)|grus|bis dann|cordialement|bien cordialement|a bientot|belle journee|merci d'avance)\b.{0,45}$/
const small =
  /\b(?:unsubscribe|abmelden|because you (?:subscribed|signed up)|you are (?:receiving|reading)|view in browser|do not reply|privacy policy|all rights reserved|automatisch erstellt|abbestellen|se desabonner|view (?:job|message|profile|results))\b/
const telling =
  /\d|\?|\b(?:please|would|invite|offer|decided|confirm|deadline|bitte|mochten|leider|laden|merci de|souhait\w+|propos\w+)\b/

/** The address of somebody at the beginning of a sentence, folded: "Hello Ada, the parcel ...". */
const address =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|bonjour|chere?|madame|monsieur)\b[^,!:.?\d]{0,40}[,!:]\s+/

/** A line that mailing lists and their hosts draw above what they add. */
const footerLine = /^(?:[_=*~-] ?){8,}/
const footer =
  /\b(?:mailing[- ]list|mailman|listinfo|list ?maintainer|list archives?|yahoo! groups|users? group: \S+@)|\(un\)?subscri\w+|\bto (?:un)?subscribe\b/

/** The two sentences of a mail that say most about what it is, in their order; else its subject. */
export function summarize(category: Category, { sentences, mail }: MailView): string {
  const weighed = ownSentences(sentences)
    .filter(isInformative)
    .map((sentence, index) => {
      const folded = foldText(sentence)
      const says = WORDS_WEIGHT * likelihoodOf(category, folded)
      return { sentence, index, weight: says + (telling.test(folded) ? 2 : 0) - index / 20 }
    })
  const chosen = weighed
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, SENTENCES)
    .toSorted((a, b) => a.index - b.index)
  const shown = chosen.map(({ sentence }) => capitalized(sentence))
  return (
    shown.map((words, at) => (at < shown.length - 1 ? ended(words) : words)).join(' ') ||
    mail.message.subject
  )
}

/** What stands above a mailing list's own words, without addresses of the reader. */
function ownSentences(sentences: readonly string[]): string[] {
  const footerAt = sentences.findIndex((sentence, at) => at > 0 && footerLine.test(sentence))
  return sentences.slice(0, footerAt < 0 ? sentences.length : footerAt).map(withoutAddress)
}

function withoutAddress(sentence: string): string {
  const found = address.exec(foldText(sentence))
  return found ? sentence.slice(found[0].length) : sentence
}

/** A heading has no full stop; what follows it would run into it. */
function ended(words: string): string {
  return /[.!?…:;,]["'”’»)]*$/.test(words) ? words : `${words}.`
}

function isInformative(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || sentence.split(' ').length < 4) return false
  const folded = foldText(sentence)
  return !courtesy.test(folded) && !small.test(folded) && !footer.test(folded)
}

function capitalized(sentence: string): string {
  const plain = sentence.replace(/^(?:[-*•–]|\d{1,2}[.)]) +/, '')
  if (/^(?:[a-z]+:\/\/|www\.|\S+@)/i.test(plain)) return plain
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** From here on a category is right in 95 of 100 mails of strangers, and in 75 of 100 (`eval:mail`). */
const SURE = 0.8
const LIKELY = 0.5

const CATEGORIES = 3
const FACTS = 2
const WORDS = 3

/** A word that weighs less than this share of the weightiest one explains nothing. */
const TELLING = 0.3

/** Features of a header that are facts a reader understands. */
const facts: readonly (readonly [MailFact, RegExp])[] = [
  ['calendar-entry', /^H:(?:appointment|invitation_(?!none))/],
  ['hiring-system', /^H:hiring_true/],
  ['scheduler', /^H:scheduler_true/],
  ['signing-service', /^H:signing_true/],
  ['program', /^H:bulk_true/],
]

/**
 * How sure the learned weights are of the category that was chosen, and why: facts that spoke for it,
 * then the words of the mail that weighed most, each with all features that it gave. What a model
 * chose it cannot explain, but for a scam, which no analysis decides.
 */
export function explainCategory(
  message: ReadMessage,
  chosen: Category,
  analyzer: Finding['analyzer'],
): Explanation {
  const { categories: likeliest, sureness, isLanguageKnown } = judgeMail(message)
  const categories = [...new Set([chosen, ...likeliest])].slice(0, CATEGORIES)
  if (isSuspicious(message)) {
    return { facts: ['scam'], words: reasonsFor(message, 'scam', 'yes').words, categories }
  }
  if (analyzer === 'model') return { facts: [], words: [], categories }
  if (!isLanguageKnown) {
    return { sureness: 'unsure', facts: ['unknown-language'], words: [], categories }
  }
  if (chosen !== likeliest[0]) return { sureness: 'unsure', facts: [], words: [], categories }
  const isLikely = sureness >= LIKELY ? 'likely' : 'unsure'
  const reasons = reasonsFor(message, 'category', chosen)
  return { sureness: sureness >= SURE ? 'sure' : isLikely, ...reasons, categories }
}

/** What spoke for an answer to one of the questions that the weights were learned for. */
function reasonsFor(message: ReadMessage, question: string, answer: string) {
  const judge = builtInJudge()
  const { features } = judgeMail(message)
  const weigh = (names: readonly string[]) =>
    names
      .filter((name) => features.has(name))
      .reduce((sum, name) => sum + judge.weight(name, question, answer), 0)
  const headers = [...features].filter((name) => name.startsWith('H:'))
  const found = facts.filter(([, says]) => weigh(headers.filter((name) => says.test(name))) > 0)
  return {
    facts: found.slice(0, FACTS).map(([fact]) => fact),
    words: weightiestWords(`${message.subject}\n${ownTextOf(message)}`, weigh),
  }
}

/** Words that mean something of their own, each of a stem once, as the mail writes them. */
function weightiestWords(text: string, weigh: (names: readonly string[]) => number): string[] {
  const byStem = new Map<string, { readonly word: string; readonly weight: number }>()
  for (const { 0: folded, index } of foldText(text).matchAll(/[a-z]{4,}/g)) {
    const stem = folded.slice(0, 5)
    const concepts = conceptsOf(folded)
    if (concepts.length === 0 || folded.length > EXPLAINING_WORD_MAX_CHARACTERS) continue
    if (byStem.has(stem)) continue
    const kinds = ['w', 's', 'h', 'i'].map((kind) => `${kind}:${folded}`)
    const shared = concepts.flatMap((concept) => [`k:${concept}`, `ks:${concept}`])
    const weight = weigh([...kinds, `p:${stem}`, ...shared])
    byStem.set(stem, { word: text.slice(index, index + folded.length), weight })
  }
  const sorted = [...byStem.values()].toSorted((one, other) => other.weight - one.weight)
  const least = Math.max(0, (sorted[0]?.weight ?? 0) * TELLING)
  return sorted
    .filter(({ weight }) => weight > least)
    .slice(0, WORDS)
    .map(({ word }) => word)
}
