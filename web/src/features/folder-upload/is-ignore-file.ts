/** Whether a path is that of a .gitignore file. */
export function isIgnoreFile({ path }: { readonly path: string }): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore')
}
