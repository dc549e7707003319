import { cva } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { Skeleton } from './loading.tsx'

const badge = cva(
  'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-caption font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-surface-2 text-text-2',
        ok: 'bg-green-soft text-green-text',
        bad: 'bg-red-soft text-red-text',
        warn: 'bg-orange-soft text-orange-text',
        accent: 'bg-accent-soft text-accent-text',
      },
    },
  },
)

export type BadgeTone = 'neutral' | 'ok' | 'bad' | 'warn' | 'accent'

interface BadgeProps extends ComponentProps<'span'> {
  readonly tone?: BadgeTone
  /** A dot before the text: filled, or a ring for what is absent. */
  readonly dot?: 'filled' | 'ring'
}

/** A small word about a state; its colour never says anything that the word does not. */
export function Badge({ tone = 'neutral', dot, className, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badge({ tone }), className)} {...props}>
      {dot && (
        <span
          aria-hidden="true"
          className={cn(
            'size-2 rounded-full',
            dot === 'filled' ? 'bg-current forced-color-adjust-none' : 'border-2 border-current',
          )}
        />
      )}
      {children}
    </span>
  )
}

interface PillProps {
  readonly isOn: boolean | undefined
  readonly texts: readonly [on: string, off: string]
  /** It is off against the user's will: it was on, or was tried. */
  readonly hasFailed: boolean
  /** What is seen instead of the whole words. */
  readonly name?: string | undefined
}

/** Whether something is connected; undefined while nobody knows. */
export function Pill({ isOn, texts: [on, off], hasFailed, name }: PillProps) {
  if (isOn === undefined) return <Skeleton className="h-6 w-20" />
  const text = isOn ? on : off
  const tone = hasFailed ? 'bad' : 'neutral'
  return (
    <Badge tone={isOn ? 'ok' : tone} dot={isOn ? 'filled' : 'ring'} title={name && text}>
      {name && <span aria-hidden="true">{name}</span>}
      {name ? <span className="sr-only">{text}</span> : text}
    </Badge>
  )
}
