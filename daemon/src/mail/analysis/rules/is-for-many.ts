import type { Category } from '@shortlist/contracts/mail'
import type { MailView } from './mail-view.ts'

/** Whether a mail speaks to everybody: "Register by Friday" is then no duty of its reader. */
export function isForMany(category: Category, { isMass }: MailView): boolean {
  return isMass || category === 'newsletter'
}
