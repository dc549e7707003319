import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  /** A line below the title. */
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** A part of a section of the settings, with its heading. */
export function Card({ title, text, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="settings-card">
      <div>
        <h3 id={id}>{title}</h3>
        {text && <p>{text}</p>}
      </div>
      {children}
    </section>
  )
}
