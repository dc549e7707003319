import { useElapsed } from '../time/use-elapsed.ts'

const RADIUS = 7
const LENGTH = 2 * Math.PI * RADIUS

interface CountdownRingProps {
  /** Epoch milliseconds. */
  readonly since: number
  /** Milliseconds after which the ring is empty. */
  readonly limit: number
}

/** A ring that empties while something is waited for; decoration beside a text. */
export function CountdownRing({ since, limit }: CountdownRingProps) {
  const left = Math.max(0, 1 - useElapsed(since) / limit)
  const circle = { cx: 9, cy: 9, r: RADIUS, fill: 'none', strokeWidth: 3 }
  const fromTheTop = 'rotate(-90 9 9)'
  return (
    <svg aria-hidden="true" width="18" height="18" className="shrink-0">
      <circle {...circle} stroke="var(--meter-track)" />
      <circle
        {...circle}
        transform={fromTheTop}
        stroke="var(--accent)"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - left)}
      />
    </svg>
  )
}
