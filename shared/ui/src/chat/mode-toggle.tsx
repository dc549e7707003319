import type { Mode } from '@shortlist/contracts/chat'
import { BriefcaseBusiness, CodeXml } from 'lucide-react'
import { copy } from '../copy.ts'
import { ToggleGroup } from '../primitives/toggle-group.tsx'

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
export function ModeToggle({ mode, disabled, onChange }: ModeToggleProps) {
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
