import { Drawing } from '@shortlist/ui/primitives/drawing.tsx'

/** A plug out of its socket; decoration. */
export function UnpluggedDrawing() {
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
