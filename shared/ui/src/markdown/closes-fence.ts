/** Tells whether a line ends a code fence that began with `marker` (CommonMark 4.5). */
export function closesFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) && line.trim().length >= marker.length
}

/** Tells whether a line that is still growing may come to close the fence. */
export function mayCloseFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) || /^ {0,3}$/.test(line)
}

function isMarkRun(line: string, marker: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)
  return match?.[1]?.charAt(0) === marker.charAt(0)
}
