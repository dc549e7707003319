import { fileKinds } from './file-kinds.ts'
import { isSecretFile, secretFolders } from './secret-names.ts'

/** Folders that tools fill, and that nobody names so for anything else. */
const toolFolders: ReadonlyMap<string, string> = reasons([
  [
    'Files of version control are not read.',
    ['.git', '.hg', '.svn', '.jj', '.bzr', '_darcs', '.fossil'],
  ],
  [
    'Dependencies are not read.',
    ['node_modules', 'bower_components', 'jspm_packages', 'web_modules', '.pnpm-store', '.yarn'],
    ['site-packages', 'dist-packages', '.venv', 'venv', '.virtualenv', '__pypackages__', '.eggs'],
    ['.bundle', '.m2', '.rustup', '.nuget', '.pub-cache', '.stack-work', 'elm-stuff'],
    ['.swiftpm', '.terraform'],
  ],
  [
    'Build output is not read.',
    ['.next', '.nuxt', '.output', '.svelte-kit', '.vercel', '.netlify', '.docusaurus', '.wxt'],
    ['.serverless', '.aws-sam', '.dart_tool', '.expo', 'deriveddata', 'cmakefiles'],
  ],
  [
    'Caches are not read.',
    ['__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache', '.hypothesis', '.tox', '.nox'],
    ['.ipynb_checkpoints', '.cache', '.parcel-cache', '.turbo', '.vite', '.nx', '.angular'],
    ['.sass-cache', '.gradle', '.nyc_output', '.eslintcache', '.npm', '.ccls-cache', '.direnv'],
  ],
  [
    'Files of the system are not read.',
    ['__macosx', '.trash', '.trashes', '$recycle.bin', '.spotlight-v100', '.fseventsd'],
    ['.appledouble', 'system volume information'],
  ],
  ['Settings of editors are not read.', ['.idea', '.vs', '.history']],
])

/**
 * Folders that hold output where they lie in a project. Somebody may choose one of them, and then
 * its files are what is asked for.
 */
const outputFolders: ReadonlyMap<string, string> = reasons([
  ['Build output is not read.', ['build', 'dist', 'coverage', 'htmlcov']],
])

/**
 * Why a file is not worth reading, or must not be, by its path alone: a sentence, or null. The path
 * is a safe one whose first name is that of the chosen folder.
 */
export function skipReason(path: string): string | null {
  const names = path.split('/')
  const name = names.pop() ?? ''
  const folderName = names.at(-1) ?? ''
  for (const [depth, folder] of names.entries()) {
    const reason = folderSkipReason(folder, depth === 0)
    if (reason !== null) return reason
  }
  return fileSkipReason(name, folderName)
}

/** Why nothing below a folder is read, by its own name alone. */
export function folderSkipReason(name: string, isChosen: boolean): string | null {
  const lower = name.toLowerCase()
  if (secretFolders.has(lower)) return 'This folder holds secrets.'
  // output is written in small letters, folders of people often are not
  const output = isChosen ? undefined : outputFolders.get(name)
  return (
    toolFolders.get(lower) ??
    output ??
    (lower.endsWith('.egg-info') ? 'Build output is not read.' : null)
  )
}

/** Why a file is not read, by its own name and that of the folder it lies in. */
export function fileSkipReason(name: string, folder: string): string | null {
  const lower = name.toLowerCase()
  if (isSecretFile(lower, folder.toLowerCase())) return 'This looks like a secret.'
  if (isLockFile(lower)) return 'Lock files are not read.'
  if (minified.test(lower)) return 'This file is minified.'
  if (sourceMap.test(lower)) return 'Source maps are not read.'
  if (isSystemFile(lower)) return 'Files of the system are not read.'
  const dot = lower.lastIndexOf('.')
  return (dot === -1 ? undefined : fileKinds.get(lower.slice(dot + 1))) ?? null
}

const lockFiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  'go.sum',
  'go.work.sum',
  'packages.lock.json',
  'project.assets.json',
  'gradle.lockfile',
  'package.resolved',
  'cartfile.resolved',
  '.terraform.lock.hcl',
  '.package-lock.json',
  '.pnp.cjs',
  '.pnp.loader.mjs',
])

function isLockFile(name: string): boolean {
  return lockFiles.has(name) || name.endsWith('.lock')
}

const minified = /[.-]min\.(?:[cm]?js|css|html?)$/
const sourceMap = /\.(?:[cm]?[jt]sx?|css)\.map$/

const systemFiles: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db', 'desktop.ini'])
const leftover = /^~\$|^\._|~$|\.(?:sw[op]|tmp|temp|crdownload|part|partial)$/

/** What systems and programs leave behind for themselves. */
function isSystemFile(name: string): boolean {
  return systemFiles.has(name) || leftover.test(name)
}

function reasons(
  table: readonly (readonly [string, ...(readonly string[])[]])[],
): ReadonlyMap<string, string> {
  return new Map(
    table.flatMap(([reason, ...lists]) => lists.flat().map((name) => [name, reason] as const)),
  )
}
