import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { TextField } from '@shortlist/ui/primitives/text-field.tsx'
import { type SubmitEvent, useState } from 'react'
import { changeAddress } from '../../host/change-address.ts'
import { parseDaemonAddress } from '../../host/daemon-address.ts'
import { gateCopy } from './gate-copy.ts'

interface AddressFormProps {
  readonly address: string
  /** Asks again at the address as it is. */
  readonly look: () => Promise<void>
}

const refusals = { malformed: gateCopy.malformed, denied: gateCopy.addressDenied }

/** Where the daemon is looked for; Retry looks there again, or at the address that was typed. */
export function AddressForm({ address, look }: AddressFormProps) {
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function retry(): Promise<string | null> {
    if (parseDaemonAddress(typed) === address) {
      await look()
      return null
    }
    const change = await changeAddress(typed)
    return change === 'changed' ? null : refusals[change]
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (isAsking) return
    setAsking(true)
    // nothing may be awaited before this: browsers ask for access only while a click is handled
    void retry()
      .then(setProblem, () => setProblem(gateCopy.notKept))
      .finally(() => setAsking(false))
  }

  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-3 text-left">
      <TextField
        label={gateCopy.address}
        name="address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-invalid={problem !== null}
        hint={
          problem && (
            <span role="alert" className="text-red-text">
              {problem}
            </span>
          )
        }
      />
      <Button type="submit" variant="primary" aria-disabled={isAsking}>
        {copy.shell.retry}
      </Button>
    </form>
  )
}
