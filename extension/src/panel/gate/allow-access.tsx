import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { useState } from 'react'
import { requestAccess } from '../../host/permissions.ts'
import { gateCopy } from './gate-copy.ts'

interface AllowAccessProps {
  readonly address: string
  /** Looks again once access is given. */
  readonly look: () => Promise<void>
}

/** The button that has the browser ask for access to the daemon. */
export function AllowAccess({ address, look }: AllowAccessProps) {
  const [isDenied, setDenied] = useState(false)

  async function allow(): Promise<void> {
    const isGiven = await requestAccess(address)
    setDenied(!isGiven)
    if (isGiven) await look()
  }

  return (
    <>
      <Button variant="primary" onClick={allow}>
        {gateCopy.allow}
      </Button>
      {isDenied && <ErrorBox className="text-left">{gateCopy.denied}</ErrorBox>}
    </>
  )
}
