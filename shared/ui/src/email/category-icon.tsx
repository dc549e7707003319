import type { Category } from '@shortlist/contracts/mail'
import { categoryLooks, familyColour } from './categories.ts'

/** The icon of a category in the colour of its family; the word stands beside it. */
export function CategoryIcon({ category }: { readonly category: Category }) {
  const { icon: Icon, family } = categoryLooks[category]
  return <Icon aria-hidden="true" style={{ color: familyColour(family) }} />
}
