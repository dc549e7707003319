/** What imports say, and the rest of a passage, each line in one of the two. */
export interface Parted {
  readonly text: string
  readonly imports: string
}

/** Cheap, and false for most passages: the ends of lines are looked for, not their beginnings. */
const words = /(?:import|export|from|use|using|#include|@import)\b/
const [beginsWith, holdsLater] = [new RegExp(`^${words.source}`), new RegExp(`\\n${words.source}`)]

/** Imports of the common languages, over several lines where they are written so. */
const imports = new RegExp(
  [
    /import\b[^;'"`(){}]{0,500}?(?:\{[^{}]{0,2000}\}[^;'"`(){}]{0,200}?)?['"][^'"\n]{1,500}['"];?$/,
    /export\s+(?:type\s+)?(?:\*|\{[^{}]{0,2000}\})[^;'"`(){}]{0,200}?\bfrom\s+['"][^'"\n]{1,500}['"];?$/,
    /(?:import|from)\s+[\w.]+(?:\s+import\s+[\w.,*() \t]+|\s+as\s+\w+)?;?$/,
    /import\s+(?:static\s+)?[\w.]+(?:\.\*)?;$/,
    /use\s+[\w:]+(?:::\{[^{}]{0,2000}\})?[^;'"\n]{0,200};$/,
    /using\s+[\w.= ]+;$/,
    /#include\s+[<"][^>"\n]{1,500}[>"]$/,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
  'gm',
)

/**
 * Parts a passage of code from its imports: they repeat the names of what other files do, and a file
 * that imports much would be found for all of it.
 */
export function setAsideImports(passage: string): Parted {
  if (!beginsWith.test(passage) && !holdsLater.test(passage)) return { text: passage, imports: '' }
  const found = passage.match(imports)
  if (!found) return { text: passage, imports: '' }
  return { text: passage.replace(imports, ''), imports: found.join('\n') }
}
