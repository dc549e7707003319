import { Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { describeFailure } from '../describe-failure.ts'
import { ErrorBox } from '../primitives/error-box.tsx'
import { PageLoading } from '../primitives/loading.tsx'
import { settingsCopy } from '../settings-copy.ts'

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

/** Stands in place of settings until they are there; says why they are not. */
export function NotYet({ error }: { readonly error: Error | null }) {
  if (!error) return <PageLoading />
  return <ErrorBox>{describeFailure(error, settingsCopy.failed)}</ErrorBox>
}

/** Says which variable of the environment sets something, so that it cannot be changed here. */
export function SetByEnvironment({ variable }: { readonly variable: string }) {
  return (
    <p className="settings-provider">
      {settingsCopy.setBy(variable)} <Lock aria-hidden="true" className="mr-2 size-4" />
    </p>
  )
}
