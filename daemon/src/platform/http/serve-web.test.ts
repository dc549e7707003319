import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { serveWeb } from './serve-web.ts'
import { refusal, startGuarded } from './testing/guarded-app.ts'

let root: string

beforeEach(async () => {
  root = await freshFolder()
})

async function startBuilt() {
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<div id="root"></div>')
  await writeFile(join(root, 'oauth-success.html'), 'done')
  await writeFile(join(root, 'assets', 'app-1a2b.js'), 'run()')
  return start(root)
}

function start(folder: string) {
  const { app } = startGuarded()
  app.route('/', serveWeb(folder))
  return app
}

it.each(['/', '/auth/sign-in', '/auth/signin', '/chat', '/chat/ada_1', '/gmail-mcp'])(
  'opens the app at %s, always in its newest build',
  async (path) => {
    const answer = await (await startBuilt()).request(path)

    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<div id="root"></div>')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  },
)

it('lets browsers keep what has a hash in its name, and nothing else', async () => {
  const app = await startBuilt()

  const script = await app.request('/assets/app-1a2b.js')
  expect(await script.text()).toBe('run()')
  expect(script.headers.get('Content-Type')).toMatch(/javascript/)
  expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const page = await app.request('/oauth-success.html')
  expect(await page.text()).toBe('done')
  expect(page.headers.get('Cache-Control')).toBe('no-cache')
})

it('does not run a page as the script of an older build', async () => {
  const answer = await (await startBuilt()).request('/assets/app-0000.js')

  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('<div')
})

it('answers unknown calls as calls', async () => {
  const app = await startBuilt()

  for (const path of ['/api/nothing', '/api', '/socket.io/', '/mcp', '/%61pi/nothing']) {
    expect(await refusal(app.request(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
})

it('leaves the calls that exist to their routes', async () => {
  const app = await startBuilt()

  expect(await (await app.request('/api/health')).json()).toEqual({ name: 'shortlist' })
  expect((await app.request('/api/image')).status).toBe(401)
})

it.each(['/../secret', '/..%2fsecret', '/assets/../../secret', '/%2e%2e/secret'])(
  'never leaves its folder for %s',
  async (path) => {
    const secret = join(root, '..', 'secret')
    await writeFile(secret, 'secret')
    const app = await startBuilt()

    expect(await (await app.request(path)).text()).not.toContain('secret')
    await rm(secret)
  },
)

it('says what to do where the web app is not built, and shows it once it is', async () => {
  const built = join(root, 'dist')
  const complain = vi.spyOn(console, 'error')
  const app = start(built)

  const answer = await app.request('/')

  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('The web app is not built yet')
  expect(complain).not.toHaveBeenCalled()
  await mkdir(built)
  await writeFile(join(built, 'index.html'), 'built')
  expect(await (await app.request('/chat')).text()).toBe('built')
})
