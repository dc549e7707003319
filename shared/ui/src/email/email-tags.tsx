import type { Category, Email, Priority } from '@shortlist/contracts/mail'
import { cn } from '../primitives/class-names.ts'
import { ErrorLine } from '../primitives/error-box.tsx'
import { Select } from '../primitives/select.tsx'
import type { CardSetting } from './card-setting.ts'
import { CategoryIcon, categoryChoices } from './category-icon.tsx'
import { emailCopy } from './email-copy.ts'
import { priorities, priorityLooks } from './priorities.ts'
import { useAction } from './use-action.ts'

interface EmailTagsProps {
  readonly email: Email
  readonly setting: CardSetting
}

/** Priority and category of an email; each can be set by hand. */
export function EmailTags({ email, setting }: EmailTagsProps) {
  const { priority, category, corrected } = email
  const correct = useAction(setting.actions.correct, emailCopy.correctFailed)

  if (!priority || !category) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PriorityTag
        value={priority}
        isSetByUser={corrected.includes('priority')}
        onChange={(chosen) => correct.run(email.id, { priority: chosen })}
      />
      <CategoryTag
        value={category}
        isSetByUser={corrected.includes('category')}
        onChange={(chosen) => correct.run(email.id, { category: chosen })}
      />
      <ErrorLine error={correct.error} className="text-caption" />
    </div>
  )
}

interface TagProps<Value> {
  readonly value: Value
  readonly isSetByUser: boolean
  readonly onChange: (value: Value) => void
}

const looks = 'h-6 gap-1 rounded-sm border-transparent px-2 text-caption'

const priorityChoices = priorities.map((value) => {
  const Icon = priorityLooks[value].icon
  return { value, label: value, icon: <Icon aria-hidden="true" /> }
})

function PriorityTag({ value, isSetByUser, onChange }: TagProps<Priority>) {
  const { icon: Icon, tag } = priorityLooks[value]
  return (
    <Select
      label={emailCopy.priorityOf(value)}
      value={value}
      choices={priorityChoices}
      onChange={onChange}
      className={cn(looks, tag)}
    >
      <Icon aria-hidden="true" />
      {value}
      {isSetByUser && <SetByUser />}
    </Select>
  )
}

function CategoryTag({ value, isSetByUser, onChange }: TagProps<Category>) {
  return (
    <Select
      label={emailCopy.categoryOf(value)}
      value={value}
      choices={categoryChoices}
      onChange={onChange}
      className={cn(looks, 'bg-surface-2 text-text-2')}
    >
      <CategoryIcon category={value} />
      {value}
      {isSetByUser && <SetByUser />}
    </Select>
  )
}

function SetByUser() {
  return <span>{`· ${emailCopy.setByYou}`}</span>
}
