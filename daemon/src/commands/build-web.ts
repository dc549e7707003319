import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { rename, rm, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { exitCodes, StartError } from './exit-codes.ts'
import { reasonOf } from './try-folder.ts'

/** What the web app is made of, below the folder that holds `web`. */
const sources = [
  'package.json',
  'pnpm-lock.yaml',
  '.config/bundle',
  'web/package.json',
  'web/index.html',
  'web/vite.config.ts',
  'web/public',
  'web/src',
]

/** Whether the built web app at `web/dist` is as new as everything it is made of. */
export function webAppState(dist: string): 'built' | 'old' | 'missing' {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) return 'missing'
  const root = dirname(dirname(dist))
  const shared = join(root, 'shared')
  const rooms = existsSync(shared) ? readdirSync(shared) : []
  const paths = [
    ...sources,
    ...rooms.flatMap((room) => [`shared/${room}/src`, `shared/${room}/public`]),
  ]
  const { mtimeMs } = statSync(page)
  return paths.some((path) => hasNewer(join(root, path), mtimeMs)) ? 'old' : 'built'
}

/** Folders count too: theirs is the time at which a file was removed. */
function hasNewer(path: string, time: number): boolean {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return false
  if (entry.mtimeMs > time) return true
  return (
    entry.isDirectory() &&
    readdirSync(path, { recursive: true, encoding: 'utf8' }).some(
      (name) => !/\.test\.tsx?$/.test(name) && statSync(join(path, name)).mtimeMs > time,
    )
  )
}

/**
 * Builds the web app where it is missing or older than its sources, into `dist` as a whole. Where that
 * fails the older one stays, and `report` hears of it; throws `StartError` where there is none.
 */
export async function buildWeb(dist: string, report: (sentence: string) => void): Promise<void> {
  const state = webAppState(dist)
  if (state === 'built') return
  process.stdout.write('Building the web app, once for this version ...\n')
  const begun = new Date()
  const draft = join(dirname(dist), 'node_modules', '.cache', 'dist')
  try {
    await runVite(dirname(dist), draft)
    // what was edited while it was built is newer than the build
    await utimes(join(draft, 'index.html'), begun, begun)
    await rm(dist, { recursive: true, force: true })
    await rename(draft, dist)
  } catch (cause) {
    const sentence = `The web app could not be built: ${reasonOf(cause)}.`
    if (!existsSync(join(dist, 'index.html'))) {
      throw new StartError(sentence, exitCodes.internal, { cause })
    }
    report(`${sentence} The one that was built before is served.`)
  }
}

async function runVite(web: string, outDir: string): Promise<void> {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin', 'vite.js')
  const args = ['build', '--outDir', outDir, '--logLevel', 'warn']
  const child = spawn(process.execPath, [vite, ...args], { cwd: web, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('its build ended with an error')
}
