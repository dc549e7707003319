import type { Category } from '@shortlist/contracts/mail'
import { categories, categoryLooks, familyColour } from './categories.ts'

/** The icon of a category in the colour of its family; the word stands beside it. */
export function CategoryIcon({ category }: { readonly category: Category }) {
  const { icon: Icon, family } = categoryLooks[category]
  return <Icon aria-hidden="true" style={{ color: familyColour(family) }} />
}

/** All categories as a select offers them. */
export const categoryChoices = categories.map((value) => ({
  value,
  label: value,
  icon: <CategoryIcon category={value} />,
}))
