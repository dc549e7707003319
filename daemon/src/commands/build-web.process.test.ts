import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { buildWeb, webAppState } from './build-web.ts'

/** Stands in for Vite: the page that it builds holds what `main.ts` says. */
const vite = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const page = readFileSync('src/main.ts', 'utf8')
if (page === 'broken') process.exit(1)
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/index.html', page)
`

/** A workspace of its own, all of whose files are an hour old. */
async function workspace() {
  const root = await freshFolder()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const hourAgo = new Date(Date.now() - 3_600_000)
  async function put(path: string, text: string, time = new Date()) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
    await utimes(join(root, path), time, time)
  }
  await put('web/node_modules/vite/package.json', '{"name":"vite"}')
  await put('web/node_modules/vite/bin/vite.js', vite)
  await put('web/package.json', '{}', hourAgo)
  await put('web/src/main.ts', 'first', hourAgo)
  await put('shared/README.md', '', hourAgo)
  await put('shared/ui/src/part.ts', '', hourAgo)
  await put('shared/ui/src/gone.ts', '', hourAgo)
  for (const folder of ['web/src', 'shared/ui/src'])
    await utimes(join(root, folder), hourAgo, hourAgo)
  const dist = join(root, 'web', 'dist')
  return { root, dist, put, page: () => readFile(join(dist, 'index.html'), 'utf8') }
}

const silent = () => expect.unreachable('nothing to report')

it('builds what is missing, and not a second time', async () => {
  const { dist, put, page } = await workspace()

  expect(webAppState(dist)).toBe('missing')
  await buildWeb(dist, silent)
  await put('web/node_modules/vite/bin/vite.js', 'process.exit(1)')
  await buildWeb(dist, silent)

  expect(await page()).toBe('first')
  expect(webAppState(dist)).toBe('built')
})

it.each([
  ['a changed file', async ({ put }: Workspace) => put('web/src/main.ts', 'second')],
  ['a changed lock file', async ({ put }: Workspace) => put('pnpm-lock.yaml', '')],
  ['a removed file', async ({ root }: Workspace) => rm(join(root, 'shared/ui/src/gone.ts'))],
])('builds anew after %s', async (_, change) => {
  const room = await workspace()
  await buildWeb(room.dist, silent)
  const past = new Date(Date.now() - 60_000)
  await utimes(join(room.dist, 'index.html'), past, past)
  expect(webAppState(room.dist)).toBe('built')

  await change(room)

  expect(webAppState(room.dist)).toBe('old')
  await buildWeb(room.dist, silent)
  expect(webAppState(room.dist)).toBe('built')
})

it('serves the older build, and says so, where a build fails', async () => {
  const { dist, put, page } = await workspace()
  await buildWeb(dist, silent)
  await put('web/src/main.ts', 'broken', new Date(Date.now() + 1000))
  const report = vi.fn()

  await buildWeb(dist, report)

  expect(report).toHaveBeenCalledWith(expect.stringContaining('could not be built'))
  expect(await page()).toBe('first')
})

it('ends with a sentence where there is no older build either', async () => {
  const { dist, put } = await workspace()
  await put('web/src/main.ts', 'broken')

  await expect(buildWeb(dist, silent)).rejects.toThrow('The web app could not be built')
  expect(existsSync(dist)).toBe(false)
})

type Workspace = Awaited<ReturnType<typeof workspace>>
