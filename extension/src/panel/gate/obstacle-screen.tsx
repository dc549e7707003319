import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { copy } from '@shortlist/ui/copy'
import { CopyLine } from '@shortlist/ui/primitives/copy-line.tsx'
import { LockKeyhole, PackageX, ShieldQuestionMark, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { daemonProblems } from '../../host/daemon-problems.ts'
import { AddressForm } from './address-form.tsx'
import { AllowAccess } from './allow-access.tsx'
import { gateCopy } from './gate-copy.ts'
import { TryDemo } from './try-demo.tsx'
import { UnpluggedDrawing } from './unplugged-drawing.tsx'
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
