import type { Category } from '@shortlist/contracts/mail'
import type { Deadline } from './deadlines.ts'
import { foldText } from './fold-text.ts'
import { isCalledOff } from './is-called-off.ts'
import type { MailView } from './mail-view.ts'
import { requests } from './requests.ts'

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
  const asked = requests.filter(
    ({ of, says, unless }) =>
      of.includes(category) && says.test(anywhere) && !unless?.test(anywhere),
  )
  const dated = deadlines.filter(({ day }) => day !== '')
  const items = asked.map(({ says, item }) => withDay(item, dueOf(says, dated, asked.length)))
  if (items.length > 0) return items
  return dated.map(({ sentence, day }) => withDay(inShort(sentence), day))
}

function dueOf(says: RegExp, deadlines: readonly Deadline[], items: number): string {
  const own = deadlines.find(({ sentence }) => says.test(foldText(sentence)))
  const due = own ?? (items === 1 ? deadlines[0] : undefined)
  return due?.day ?? ''
}

function withDay(item: string, day: string): string {
  return day === '' || item.includes(day) ? item : `${item} by ${day}`
}

function inShort(sentence: string): string {
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, 159).trimEnd()}…`
}
