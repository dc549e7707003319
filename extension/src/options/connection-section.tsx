import { type FoundDaemon, findDaemon } from '@shortlist/client/daemon/find-daemon'
import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { TextField } from '@shortlist/ui/primitives/text-field.tsx'
import { type FormEvent, useEffect, useState } from 'react'
import { changeAddress, parseDaemonAddress, writeDaemonAddress } from '../host/daemon-address.ts'
import { daemonProblems, isNewEnough } from '../host/needed-version.ts'
import { hasAccess } from '../host/permissions.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.connection

export interface AnswerProps {
  readonly address: string
  readonly answer: Answer
}

interface ConnectionProps extends AnswerProps {
  /** Asks again who answers. */
  readonly ask: () => void
}

/** Where Shortlist runs, and whether it answers there. */
export function ConnectionSection({ address, answer, ask }: ConnectionProps) {
  const { typed, type, problem, keepTyped, keepAndAllow } = useTypedAddress(address)

  async function test(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await keepAndAllow()) ask()
  }

  return (
    <Section title={texts.title} stored={[address]}>
      <form onSubmit={test} className="grid gap-3">
        <TextField
          label={texts.address}
          hint={texts.addressHint}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={keepTyped}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit">{texts.test}</Button>
          <span role="status" className="text-ui text-text-2">
            <AnswerLine answer={answer} address={address} />
          </span>
        </div>
        {/* below the button: above it, it would push the button away from under a click */}
        {problem && <ErrorBox>{problem}</ErrorBox>}
      </form>
    </Section>
  )
}

function AnswerLine({ answer, address }: AnswerProps) {
  switch (answer.kind) {
    case 'none':
      return null
    case 'asking':
      return texts.testing
    case 'daemon':
      return isNewEnough(answer.version)
        ? texts.answers(answer.version)
        : daemonProblems.old(answer.version)
    case 'foreign':
      return daemonProblems.foreign(address)
    case 'refuses':
      return texts.refuses
    case 'nobody':
      return (
        <span className="flex flex-wrap items-center gap-2">
          {texts.nobody} <StartCommand />
        </span>
      )
  }
}

/**
 * What stands in the field. Leaving the field keeps an address that needs no question to the user;
 * the button asks where it does.
 */
function useTypedAddress(address: string) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function type(text: string): void {
    setTyped(text)
    setProblem(null)
  }

  function keep(problemNow: string | null): boolean {
    setProblem(problemNow)
    if (problemNow === null) setTyped(null)
    return problemNow === null
  }

  async function keepTyped(): Promise<void> {
    if (typed === null) return
    const parsed = parseDaemonAddress(typed)
    if (parsed === null) return void keep(texts.malformed)
    if (!(await hasAccess(parsed))) return void keep(texts.needsTest)
    await writeDaemonAddress(parsed).then(
      () => keep(null),
      () => keep(optionsCopy.notSaved),
    )
  }

  /** Call it while a click is handled. */
  async function keepAndAllow(): Promise<boolean> {
    const change = await changeAddress(typed ?? address).catch(() => 'not-stored' as const)
    return keep(problems[change])
  }

  return { typed: typed ?? address, type, problem, keepTyped, keepAndAllow }
}

const problems = {
  changed: null,
  malformed: texts.malformed,
  denied: texts.denied,
  'not-stored': optionsCopy.notSaved,
} as const

/** Who answers at the address; `none` where it was not asked for want of access. */
export type Answer = FoundDaemon | { readonly kind: 'none' | 'asking' }

/** Asks who answers at `address` (null: none is known yet), for each address and again with `ask`. */
export function useAnswer(address: string | null) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'asking' })
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (address === null) return
    let isCurrent = true
    setAnswer({ kind: 'asking' })
    void lookAt(address).then((found) => isCurrent && setAnswer(found))
    return () => {
      isCurrent = false
    }
  }, [address, asked])

  return { answer, ask: () => setAsked((count) => count + 1) }
}

async function lookAt(address: string): Promise<Answer> {
  return (await hasAccess(address)) ? findDaemon(address) : { kind: 'none' }
}
