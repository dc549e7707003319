import type { Category } from '@shortlist/contracts/mail'
import { foldText } from '../../fold-text.ts'
import type { Deadline } from './deadlines.ts'
import { asksForTimes, isCalledOff, type MailView } from './mail-view.ts'
import { readTable } from './read-table.ts'

interface Request {
  readonly item: string
  readonly says: RegExp
}

/** What a mail asks for, by its words (folded), in the categories where they mean that. */
const requests = new Map(
  [...readTable(new URL('./requests.txt', import.meta.url))].map(([category, lines]) => {
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
export function listActionItems(
  category: Category,
  view: MailView,
  deadlines: readonly Deadline[],
): string[] {
  if (view.isSuspicious) return ['Do not reply, pay, or send documents before you have checked it']
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
