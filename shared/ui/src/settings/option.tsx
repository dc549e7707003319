import { type ReactNode, useId } from 'react'

interface OptionProps {
  /** Of the group. */
  readonly name: string
  readonly title: string
  readonly hint: string
  readonly isChosen: boolean
  readonly isLocked: boolean
  readonly onChoose: () => void
  /** Beside it. */
  readonly acts?: ReactNode
  /** Below it. */
  readonly children?: ReactNode
}

/** One of several that can be chosen, in a `fieldset`. */
export function Option(props: OptionProps) {
  const { name, title, hint, isChosen, isLocked, onChoose, acts, children } = props
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="settings-option">
      <input
        type="radio"
        id={id}
        name={name}
        checked={isChosen}
        disabled={isLocked}
        aria-describedby={hintId}
        onChange={onChoose}
      />
      <div>
        <label htmlFor={id}>{title}</label>
        <p id={hintId}>{hint}</p>
        {children}
      </div>
      {acts && <div>{acts}</div>}
    </div>
  )
}
