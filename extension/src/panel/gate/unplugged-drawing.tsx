/** A plug out of its socket; decoration. */
export function UnpluggedDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 84"
      className="h-21 w-30 fill-none stroke-border-strong"
    >
      <g strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2 62h14c10 0 8-20 18-20h4" />
        <path d="M38 30h10a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8H38z" />
        <path d="M56 36h9M56 48h9" />
        <path d="M82 30h-4a6 6 0 0 0-6 6v12a6 6 0 0 0 6 6h4z" className="stroke-accent" />
        <path d="M82 42h6c10 0 8-20 18-20h12" className="stroke-accent" />
        <path d="M65 20l-4-7M73 18V9M81 20l4-7" />
      </g>
    </svg>
  )
}
