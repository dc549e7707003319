import { cn } from '../primitives/class-names.ts'
import { ErrorLine } from '../primitives/error-box.tsx'
import { Select } from '../primitives/select.tsx'
import type { SelectProps } from '../primitives/used-select.tsx'
import type { EmailProps } from './card-setting.ts'
import { categoryChoices } from './category-icon.tsx'
import { emailCopy } from './email-copy.ts'
import { priorities, priorityLooks } from './priorities.ts'
import { useAction } from './use-action.ts'

/** Priority and category of an email; each can be set by hand. */
export function EmailTags({ email, setting }: EmailProps) {
  const { priority, category, corrected } = email
  const correct = useAction(setting.actions.correct, emailCopy.correctFailed)

  if (!priority || !category) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tag
        label={emailCopy.priorityOf(priority)}
        value={priority}
        choices={priorityChoices}
        isSetByUser={corrected.includes('priority')}
        onChange={(chosen) => correct.run(email.id, { priority: chosen })}
        className={priorityLooks[priority].tag}
      />
      <Tag
        label={emailCopy.categoryOf(category)}
        value={category}
        choices={categoryChoices}
        isSetByUser={corrected.includes('category')}
        onChange={(chosen) => correct.run(email.id, { category: chosen })}
        className="bg-surface-2 text-text-2"
      />
      <ErrorLine error={correct.error} className="text-caption" />
    </div>
  )
}

const priorityChoices = priorities.map((value) => {
  const Icon = priorityLooks[value].icon
  return { value, label: value, icon: <Icon aria-hidden="true" /> }
})

interface TagProps<Value extends string> extends Omit<SelectProps<Value>, 'children'> {
  readonly isSetByUser: boolean
}

function Tag<Value extends string>({ isSetByUser, className, ...props }: TagProps<Value>) {
  const { value, choices } = props
  return (
    <Select
      {...props}
      className={cn('h-6 gap-1 rounded-sm border-transparent px-2 text-caption', className)}
    >
      {choices.find((choice) => choice.value === value)?.icon}
      {value}
      {isSetByUser && <span>{`· ${emailCopy.setByYou}`}</span>}
    </Select>
  )
}
