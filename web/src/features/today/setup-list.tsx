import type { SetupList as Setup, SetupLine } from '@shortlist/contracts/today'
import { useHealth } from '@shortlist/ui/connection/use-health'
import { useMailbox } from '@shortlist/ui/mail/setup/use-setup'
import { Button, type ButtonProps } from '@shortlist/ui/primitives/button.tsx'
import { DisclosureButton } from '@shortlist/ui/primitives/disclosure-button.tsx'
import { ErrorLine } from '@shortlist/ui/primitives/error-box.tsx'
import { useUndo } from '@shortlist/ui/shell/undo.tsx'
import { setupCopy } from '@shortlist/ui/today/today-copy'
import { useHideSetup } from '@shortlist/ui/today/use-setup-list'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useId, useState } from 'react'
import { paths } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'

interface SetupListProps {
  readonly list: Setup
  /** It begins folded for those who have begun already. */
  readonly isFolded: boolean
}

/** What can be set up, in any order or never; it crosses itself off. */
export function SetupList({ list: { lines }, isFolded }: SetupListProps) {
  const [isOpen, setOpen] = useState(!isFolded)
  const panel = useId()
  const hide = useHideSetup()
  const { offer } = useUndo()
  const done = lines.filter(({ isDone }) => isDone).length
  const firstOpen = lines.find(({ isDone }) => !isDone)?.line

  async function hideList(): Promise<void> {
    if (await hide.run(true)) offer({ text: setupCopy.didHide, undo: () => hide.run(false) })
  }

  return (
    <section aria-label={setupCopy.title} className="today-card print:hidden">
      <div className="setup-head">
        <h3>
          <DisclosureButton
            label={setupCopy.title}
            panelId={panel}
            isOpen={isOpen}
            onToggle={setOpen}
          />
        </h3>
        <span className="today-quiet">{setupCopy.count(done, lines.length)}</span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={setupCopy.hide}
          title={setupCopy.hide}
          disabled={hide.isRunning}
          onClick={() => void hideList()}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <ErrorLine error={hide.error} />
      {isOpen && (
        <div id={panel}>
          {firstOpen === undefined ? (
            <p className="today-quiet">{setupCopy.allDone}</p>
          ) : (
            <ul className="setup-lines">
              {lines.map(({ line, isDone }) => (
                <Line key={line} line={line} isDone={isDone} isFirst={line === firstOpen} />
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

interface LineProps {
  readonly line: SetupLine
  readonly isDone: boolean
  /** What is pressed first. */
  readonly isFirst: boolean
}

function Line({ line, isDone, isFirst }: LineProps) {
  const id = useId()
  const [title, , text] = setupCopy.lines[line]
  const Icon = isDone ? CircleCheck : Circle
  const [found] = useHealth()?.engine.found ?? []
  const says = line === 'model' && found ? setupCopy.found(found.name, found.models.length) : text
  const [hasSteps, setSteps] = useState(false)
  return (
    <li data-done={isDone || undefined}>
      <Icon aria-hidden="true" />
      <div className="today-what">
        <p id={id}>
          {title}
          {isDone && <span className="sr-only">, {setupCopy.done}</span>}
        </p>
        {!isDone && <p className="today-quiet">{says}</p>}
        {hasSteps && !isDone && (
          <ol className="today-quiet">
            {setupCopy.panelSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </div>
      {!isDone && (
        <Act
          line={line}
          aria-describedby={id}
          size="sm"
          variant={isFirst ? 'primary' : 'secondary'}
          {...(line === 'panel' && { 'aria-expanded': hasSteps })}
          onHow={() => setSteps(!hasSteps)}
        />
      )}
    </li>
  )
}

const places = {
  mailbox: paths.settingsOf('mailbox'),
  model: paths.settingsOf('model'),
  calendar: paths.settingsOf('calendar'),
  folder: paths.files,
} as const

interface ActProps extends ButtonProps {
  readonly line: SetupLine
  readonly onHow: () => void
}

/** The one button of a line. */
function Act({ line, onHow, ...looks }: ActProps) {
  const [, label] = setupCopy.lines[line]
  if (line === 'sample') return <Try {...looks}>{label}</Try>
  if (line === 'panel') {
    return (
      <Button {...looks} onClick={onHow}>
        {label}
      </Button>
    )
  }
  return (
    <Button {...looks} asChild>
      <Link to={places[line]}>{label}</Link>
    </Button>
  )
}

/** Sample mail, with a calendar on this computer, read at once. */
function Try(looks: ButtonProps) {
  const { trySample } = useMailbox()
  return (
    <>
      <Button {...looks} disabled={trySample.isRunning} onClick={() => void trySample.run()} />
      <ErrorLine error={trySample.error} />
    </>
  )
}
