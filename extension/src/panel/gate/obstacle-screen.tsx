import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CopyLine } from '@shortlist/ui/primitives/copy-button.tsx'
import { Drawing } from '@shortlist/ui/primitives/drawing.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { LockKeyhole, PackageX, ShieldQuestionMark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { daemonProblems } from '../../host/needed-version.ts'
import { requestAccess } from '../../host/permissions.ts'
import { AddressForm } from './address-form.tsx'
import { gateCopy } from './gate-copy.ts'
import { TryDemo } from './try-demo.tsx'
import type { MakeClient } from './use-demo.ts'
import type { Obstacle } from './watch-daemon.ts'

interface ObstacleScreenProps {
  readonly obstacle: Obstacle
  readonly address: string
  readonly look: () => Promise<void>
  /** Enters the demo in the place of the daemon. */
  readonly onDemo: (make: MakeClient) => void
}

/** What stands between the panel and the daemon, and what can be done about it. */
export function ObstacleScreen({ obstacle, address, look, onDemo }: ObstacleScreenProps) {
  const { drawing, title, hint, action } = screenFor(obstacle, address)
  return (
    <main className="fixed inset-0 z-50 grid grid-rows-[2fr_auto_3fr] justify-items-center overflow-y-auto bg-bg px-4 py-6">
      <div className="row-start-2 flex w-full max-w-90 flex-col items-center gap-4 text-center">
        {drawing}
        <div role="alert">
          <h1 className="text-card font-semibold text-balance">{title}</h1>
          {hint && <p className="mt-1.5 text-meta text-text-2">{hint}</p>}
        </div>
        {action}
        {obstacle.kind === 'no-access' ? (
          <AllowAccess address={address} look={look} />
        ) : (
          <>
            <AddressForm address={address} look={look} />
            <p className="text-caption text-text-3">{gateCopy.looking}</p>
          </>
        )}
        {obstacle.kind === 'nobody' && <TryDemo onEnter={onDemo} />}
      </div>
    </main>
  )
}

interface Screen {
  readonly drawing: ReactNode
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}

function screenFor(obstacle: Obstacle, address: string): Screen {
  switch (obstacle.kind) {
    case 'no-access':
      return { drawing: <Sign icon={LockKeyhole} />, title: gateCopy.noAccess }
    case 'nobody':
      return {
        drawing: <UnpluggedDrawing />,
        title: copy.server.notRunning,
        action: <StartCommand />,
      }
    case 'foreign':
      return {
        drawing: <Sign icon={TriangleAlert} />,
        title: daemonProblems.foreign(address),
        hint: gateCopy.foreignHint,
      }
    case 'old':
      return {
        drawing: <Sign icon={PackageX} />,
        title: daemonProblems.old(obstacle.version),
        hint: gateCopy.oldHint,
        action: <StartCommand />,
      }
    case 'refuses':
      return {
        drawing: <Sign icon={ShieldQuestionMark} />,
        title: gateCopy.refuses,
        hint: gateCopy.refusesHint,
        action: <CopyLine text={`ALLOWED_ORIGINS=${location.origin}`} label={gateCopy.copyLine} />,
      }
  }
}

function Sign({ icon: Icon }: { readonly icon: typeof LockKeyhole }) {
  return (
    <span className="grid size-12 place-items-center rounded-lg bg-accent-soft text-accent-text">
      <Icon aria-hidden="true" className="size-6" />
    </span>
  )
}

interface AllowAccessProps {
  readonly address: string
  /** Looks again once access is given. */
  readonly look: () => Promise<void>
}

/** The button that has the browser ask for access to the daemon. */
function AllowAccess({ address, look }: AllowAccessProps) {
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

/** A plug out of its socket; decoration. */
function UnpluggedDrawing() {
  return (
    <Drawing>
      <path d="M2 62h14c10 0 8-20 18-20h4" />
      <path d="M38 30h10a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8H38z" />
      <path d="M56 36h9M56 48h9" />
      <path d="M82 30h-4a6 6 0 0 0-6 6v12a6 6 0 0 0 6 6h4z" className="stroke-accent" />
      <path d="M82 42h6c10 0 8-20 18-20h12" className="stroke-accent" />
      <path d="M65 20l-4-7M73 18V9M81 20l4-7" />
    </Drawing>
  )
}
