import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { settingsCopy } from '../settings-copy.ts'

interface TestedStep<Step extends string> {
  readonly step: Step
  readonly state: 'good' | 'bad' | 'not-tried'
  readonly detail: string
  readonly hint?: string | null
  readonly ms: number | null
}

interface TestResultProps<Step extends string> {
  readonly steps: readonly TestedStep<Step>[]
  /** What can be done about it. */
  readonly children?: ReactNode
  readonly words: {
    readonly steps: Readonly<Record<Step, string>>
    readonly testGood: string
    readonly testStopped: (step: Step) => string
  }
}

/** What the steps of a test have found, of which the first bad one is the last that was tried. */
export function TestResult<Step extends string>({ steps, words, children }: TestResultProps<Step>) {
  const bad = steps.find(({ state }) => state === 'bad')
  return (
    <section aria-label={settingsCopy.test} className="settings-card">
      <h3 role="status">{bad ? words.testStopped(bad.step) : words.testGood}</h3>
      <ol className="test-steps">
        {steps.map(({ step, state, detail, ms }) => {
          const Icon = icons[state]
          return (
            <li key={step} data-state={state}>
              <Icon aria-hidden="true" />
              <strong className="settings-label">{words.steps[step]}</strong>
              <p>
                <span className="sr-only">{states[state]}. </span>
                {state === 'not-tried' ? settingsCopy.notTried : detail}
              </p>
              <span>{ms === null ? '' : settingsCopy.milliseconds(ms)}</span>
            </li>
          )
        })}
      </ol>
      {bad?.hint && <ErrorBox>{bad.hint}</ErrorBox>}
      {children}
    </section>
  )
}

interface TrialActsProps {
  /** What the button says that tries and stores, also while it does. */
  readonly submit: string
  /** What is tried can neither be stored nor tried now. */
  readonly isRunning: boolean
  readonly isTesting: boolean
  readonly canTest?: boolean
  readonly onTest: () => void
  /** Leaves everything as it is; undefined where there is nothing to go back to. */
  readonly onEnd: (() => void) | undefined
}

/** The end of a form that is tried, and stored where all of it is good. */
export function TrialActs(props: TrialActsProps) {
  const { submit, isRunning, isTesting, canTest = true, onTest, onEnd } = props
  return (
    <div className="settings-acts">
      <Button type="submit" variant="primary" disabled={isRunning}>
        {submit}
      </Button>
      <Button disabled={isRunning || !canTest} onClick={onTest}>
        {isTesting ? settingsCopy.testing : settingsCopy.test}
      </Button>
      {onEnd && (
        <Button variant="ghost" onClick={onEnd}>
          {settingsCopy.cancel}
        </Button>
      )}
      <p>{settingsCopy.sealed}</p>
    </div>
  )
}

const icons = { good: CircleCheck, bad: CircleX, 'not-tried': CircleDashed } as const
const states = {
  good: settingsCopy.good,
  bad: settingsCopy.bad,
  'not-tried': settingsCopy.notTried,
} as const
