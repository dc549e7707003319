/** What a reader takes for no data: every line outside the fences, and every label that opens one. */
export function outsideFences(
  material: string,
  fence: string,
): { lines: string[]; labels: string[] } {
  const lines: string[] = []
  const labels: string[] = []
  let isInside = false
  for (const line of material.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)) {
    if (line.startsWith(`<<<${fence} `)) labels.push(line)
    else if (!isInside && line !== `${fence}>>>`) lines.push(line)
    if (line.startsWith(`<<<${fence} `)) isInside = true
    if (line === `${fence}>>>`) isInside = false
  }
  return { lines, labels }
}
