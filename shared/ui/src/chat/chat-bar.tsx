import type { Mode } from '@shortlist/contracts/chat'
import { BriefcaseBusiness, ChevronLeft, CodeXml } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBusy } from '../busy.tsx'
import { useHealth } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { Badge } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { ToggleGroup } from '../primitives/toggle-group.tsx'

interface ChatBarProps {
  readonly mode: Mode
  readonly onModeChange: (mode: Mode, cause: 'chosen') => void
  readonly onBack: () => void
  /** A reply runs or the chat is being read. */
  readonly isBusy: boolean
  /** What the host has beside the choice of the mode. */
  readonly barExtra?: ReactNode
}

/** The head of a chat: the way back, what answers, and the choice of the mode. */
export function ChatBar({ mode, onModeChange, onBack, isBusy, barExtra }: ChatBarProps) {
  const builtIn = useBuiltInLabel()
  const { isLoading } = useBusy()

  return (
    <div className="chat-bar flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-4 py-2 @max-[420px]:px-2.5">
      <Button
        variant="ghost"
        size="sm"
        aria-label={copy.chat.back}
        disabled={isBusy || isLoading}
        onClick={onBack}
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="@max-[899px]:hidden">{copy.chat.back}</span>
        <span className="hidden @max-[899px]:inline">{copy.chat.backShort}</span>
      </Button>
      <h2 className="text-base font-semibold @max-[420px]:sr-only">
        {mode === 'chat' ? copy.chat.codeAssistant : copy.chat.careerCoach}
      </h2>
      {builtIn && <Badge tone="neutral">{builtIn}</Badge>}
      <div className="ml-auto flex items-center gap-2">
        {barExtra}
        <ModeToggle
          mode={mode}
          disabled={isBusy}
          onChange={(chosen) => onModeChange(chosen, 'chosen')}
        />
      </div>
    </div>
  )
}

interface ModeToggleProps {
  readonly mode: Mode
  readonly disabled: boolean
  readonly onChange: (mode: Mode) => void
}

const { coding, jobSearch } = copy.chat

const options = [
  {
    value: 'chat',
    label: coding,
    tooltip: coding,
    icon: <CodeXml aria-hidden className="size-4" />,
  },
  {
    value: 'coach',
    label: jobSearch,
    tooltip: jobSearch,
    icon: <BriefcaseBusiness aria-hidden className="size-4" />,
  },
] as const

/** Chooses between the code assistant and the job-search coach. */
function ModeToggle({ mode, disabled, onChange }: ModeToggleProps) {
  return (
    <ToggleGroup
      label={copy.chat.modeLabel}
      className="mode-toggle"
      value={mode}
      options={options}
      onChange={onChange}
      disabled={disabled}
    />
  )
}

/** What the built-in engine is called while it answers; undefined while a model does. */
function useBuiltInLabel(): string | undefined {
  const engine = useHealth()?.engine
  return engine?.kind === 'built-in' ? engine.label : undefined
}
