import { ChevronDown, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface DisclosureButtonProps {
  readonly label: string
  /** The id of what it shows and hides; that exists only while it is open. */
  readonly panelId: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  /** The single key that presses it. */
  readonly hotkey?: string
}

/** A button that shows and hides something. */
export function DisclosureButton(props: DisclosureButtonProps) {
  const { label, panelId, isOpen, onToggle, hotkey } = props
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      data-key={hotkey}
      onClick={() => onToggle(!isOpen)}
      className="gap-1 px-1"
    >
      <Icon aria-hidden="true" />
      {label}
    </Button>
  )
}
