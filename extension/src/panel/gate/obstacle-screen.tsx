import type { AssistantClient } from '@shortlist/client/assistant-client'
import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CopyLine } from '@shortlist/ui/primitives/copy-button.tsx'
import { Drawing } from '@shortlist/ui/primitives/drawing.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { inTime } from '@shortlist/ui/primitives/lazy-part'
import { TextField } from '@shortlist/ui/primitives/text-field.tsx'
import { useAction } from '@shortlist/ui/primitives/use-action'
import { LockKeyhole, PackageX, ShieldQuestionMark, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { changeAddress, parseDaemonAddress } from '../../host/daemon-address.ts'
import { daemonProblems, extensionVersion } from '../../host/needed-version.ts'
import { requestAccess } from '../../host/permissions.ts'
import type { Obstacle } from './watch-daemon.ts'

/** What the panel says while it cannot reach a daemon that it can use. */
const gateCopy = {
  noAccess:
    'Shortlist runs on your own computer, and the browser lets this panel talk to it only if you allow it.',
  allow: 'Allow access to localhost',
  denied: 'The access was not given. Without it the panel cannot reach Shortlist.',
  foreignHint: 'Stop that program, or say at which address Shortlist runs.',
  oldHint: 'Get the current version of Shortlist and start it again.',
  refuses: 'This extension is not known to the daemon',
  refusesHint:
    'Add this line to the file .env in the folder of Shortlist, then start it again. Where the file has such a line, add the address to it after a comma.',
  copyLine: 'Copy line',
  address: 'Address of the daemon',
  malformed: 'Type a port such as 4000, or an address such as http://localhost:4000.',
  addressDenied: 'The browser was not allowed to talk to that address, so nothing was changed.',
  notKept: 'The browser did not store the address.',
  looking: 'It is looked for again every few seconds.',
  tryDemo: 'Try the demo data',
  demoNotLoaded:
    'The demo data could not be loaded. Close this panel, open it again and try once more.',
} as const

interface LookProps {
  readonly address: string
  /** Looks again who answers there. */
  readonly look: () => Promise<void>
}

interface ObstacleScreenProps extends LookProps {
  readonly obstacle: Obstacle
  /** Enters the demo in the place of the daemon. */
  readonly onDemo: (client: AssistantClient) => void
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

function screenFor(obstacle: Obstacle, address: string) {
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

/** The button that has the browser ask for access to the daemon. */
function AllowAccess({ address, look }: LookProps) {
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

const refusals = { malformed: gateCopy.malformed, denied: gateCopy.addressDenied }

/** Where the daemon is looked for; Retry looks there again, or at the address that was typed. */
function AddressForm({ address, look }: LookProps) {
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string | null>(null)
  // nothing may be awaited before this: browsers ask for access only while a click is handled
  const asking = useAction(async () => setProblem(await retry()), gateCopy.notKept)
  const shownProblem = asking.error ?? problem

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
    void asking.run()
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
        aria-invalid={shownProblem !== null}
        hint={
          shownProblem && (
            <span role="alert" className="text-red-text">
              {shownProblem}
            </span>
          )
        }
      />
      <Button type="submit" variant="primary" aria-disabled={asking.isRunning}>
        {copy.shell.retry}
      </Button>
    </form>
  )
}

interface TryDemoProps {
  readonly onEnter: (client: AssistantClient) => void
  readonly load?: () => Promise<() => AssistantClient>
}

/** Loads the demo and enters it, unless what was in the way has gone meanwhile. */
export function TryDemo({ onEnter, load = loadDemo }: TryDemoProps) {
  const button = useRef<HTMLButtonElement>(null)
  const loading = useAction(async () => {
    const makeDemo = await load()
    if (button.current) onEnter(makeDemo())
  }, gateCopy.demoNotLoaded)
  return (
    <>
      <Button ref={button} aria-disabled={loading.isRunning} onClick={() => void loading.run()}>
        {gateCopy.tryDemo}
      </Button>
      {loading.error && <ErrorBox className="text-left">{loading.error}</ErrorBox>}
    </>
  )
}

/** The demo is as it is at its beginning, and no page of the extension lies beside it. */
async function loadDemo(): Promise<() => AssistantClient> {
  const { demoClient } = await inTime(() => import('@shortlist/client/demo/demo-client'))
  return () => demoClient({ pages: null, version: extensionVersion() })
}
