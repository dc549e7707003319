import type { Category, Finding } from '@shortlist/contracts/mail'
import type { MailView } from './mail-view.ts'

const good =
  /\b(?:congratulations|delighted|thrilled|happy to|glad to|great news|good news|pleasure|wonderful|pleased|impressed|enjoyed|love to|freuen uns|herzlichen gluckwunsch|gratul\w+|uberzeugt|begeistert|felicitations|ravis?|plaisir|beaucoup plu)\b/g
const bad =
  /\b(?:unfortunately|sorry|regret|failed|failure|unable|error|disappoint\w+|overdue|missed|cancell?ed|leider|bedauer\w+|absage|malheureusement|regrettons|desole\w*|retard)\b/g

/** The tone of a mail for its reader: by what it is about, else by its words. A new time is no bad news. */
export function judgeSentiment(category: Category, view: MailView): Finding['sentiment'] {
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
