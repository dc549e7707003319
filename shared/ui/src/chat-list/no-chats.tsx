import type { Mode } from '@shortlist/contracts/chat'
import { BriefcaseBusiness, CodeXml, type LucideIcon, Plus } from 'lucide-react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { Drawing } from '../primitives/drawing.tsx'

/** The list of somebody who has not chatted yet: how to begin. */
export function NoChats({ onNewChat }: { readonly onNewChat: (mode?: Mode) => void }) {
  return (
    <div className="rise flex flex-col items-center rounded-lg border border-border bg-surface px-6 py-12 text-center">
      <SpeechCards />
      <p className="mt-5 text-card font-semibold text-balance">{copy.chatList.empty}</p>
      <Button variant="primary" className="mt-4" onClick={() => onNewChat()}>
        <Plus aria-hidden="true" />
        {copy.chatList.newChat}
      </Button>
      <div className="mt-10 grid w-full max-w-140 gap-3 sm:grid-cols-2">
        <ModeCard
          icon={CodeXml}
          title={copy.chat.codeAssistant}
          text={copy.chatList.codeCardText}
          onClick={() => onNewChat('chat')}
        />
        <ModeCard
          icon={BriefcaseBusiness}
          title={copy.chat.careerCoach}
          text={copy.chatList.coachCardText}
          onClick={() => onNewChat('coach')}
        />
      </div>
    </div>
  )
}

interface ModeCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly onClick: () => void
}

function ModeCard({ icon: Icon, title, text, onClick }: ModeCardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex cursor-pointer items-start gap-3 rounded-lg border border-border p-4 text-left transition-colors duration-(--t-fast) hover:border-border-strong hover:bg-surface-2"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="mt-0.5 block text-meta text-text-3">{text}</span>
      </span>
    </button>
  )
}

function SpeechCards() {
  return (
    <Drawing>
      <path d="M14 8h56a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H30l-12 10V46h-4a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8z" />
      <path d="M20 21h40M20 32h26" />
      <path
        d="M54 54v2a8 8 0 0 0 8 8h28l12 10V64h4a8 8 0 0 0 8-8V36a8 8 0 0 0-8-8H86"
        className="stroke-accent"
      />
      <path d="M88 41h14M74 52h28" className="stroke-accent" />
    </Drawing>
  )
}
