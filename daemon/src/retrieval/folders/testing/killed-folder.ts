/** The files that the folder of a writing process may have. */
export const PATHS = ['f/0', 'f/1', 'f/2', 'f/3', 'f/4', 'f/5']

/** What a step is: two uploads that differ in every file, a removal of files, and one of the folder. */
export const STEPS = ['upload', 'upload', 'remove files', 'remove folder'] as const

/** What the folder holds after that step of a run: texts by path; none where the folder is gone. */
export function textsAfter(run: number, step: number): Readonly<Record<string, string>> {
  const kind = STEPS[step % STEPS.length]
  if (kind === 'remove folder') return {}
  if (kind === 'remove files') {
    return Object.fromEntries(
      Object.entries(textsAfter(run, step - 1)).filter(([path]) => isLeft(path)),
    )
  }
  const paths = PATHS.slice(0, 3 + (step % 3))
  const filler = 'x'.repeat((step * 997) % 30_000)
  return Object.fromEntries(paths.map((path) => [path, `${run}-${step} ${path} ${filler}`]))
}

/** Whether the file stays when files are removed. */
export function isLeft(path: string): boolean {
  return Number(path.at(-1)) % 2 === 0
}
