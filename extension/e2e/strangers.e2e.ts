import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { startSite } from '../../.config/testing/start-site.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { newVisitor } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { askEverything, type Haul, sendEverything, type Target } from './send-everything.ts'
import { installStranger } from './stranger-extension.ts'

const chromium = await needsPeer('chromium')
const nothing: Haul = {
  answers: [],
  connections: [],
  joins: [],
  images: 0,
  streams: 0,
  statuses: [403],
}
/** Nothing that is asked there belongs to an account. */
const publicPaths = /^\/api\/(health|docs|openapi)/

let daemon: RunningDaemon
let extension: ExtensionBrowser
let port: number
let panel: Page
let target: Target

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  port = await startSite(() => '<!doctype html><title>foreign</title><body></body>')
  extension = await launchWithExtension(chromium, daemon.url)
  panel = await extension.openPanel(await extension.browser.newPage())
  const { userId, chatId, imageId } = await panel.evaluate(beginChat, daemon.url, newVisitor())
  target = {
    url: daemon.url,
    userId,
    image: `/api/chatbot/images/${userId}/${chatId}/${imageId}`,
    encodings: sized(1, 3),
    calls: await everyCall({ userId, chatId, imageId }),
    fields: {
      ...{ userId, chatId, messageId: 'by-a-stranger', msg: 'sent by a stranger' },
      ...{ coachOrChat: 'coach', prompt: 'sent by a stranger', body: 'sent by a stranger' },
      ...{ email: 'stranger@example.test', password: 'correct horse battery' },
    },
  }
})

/** Signs up where it runs, and asks something with an image. */
async function beginChat(url: string, { email, password }: { email: string; password: string }) {
  const send = (path: string, body: FormData | string) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    return fetch(url + path, { method: 'POST', credentials: 'include', headers, body })
  }
  await send('/api/users', JSON.stringify({ email, password }))
  await send('/api/users/sessions', JSON.stringify({ email, password }))
  const { id } = await (await fetch(`${url}/api/users/me`, { credentials: 'include' })).json()
  const chatId = `${id}_1`
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...{ userId: id, chatId, messageId: 'first', msg: 'secret plans', coachOrChat: 'coach' },
  })) {
    form.append(name, value)
  }
  form.append('image', await canvas.convertToBlob(), 'dot.png')
  await send('/api/chatbot', form)
  const address = `${url}/api/chatbot/messages/${id}/${chatId}`
  // later changes must not come from the reply
  for (;;) {
    const [question, reply] = await (await fetch(address, { credentials: 'include' })).json()
    if (reply) return { userId: String(id), chatId, imageId: String(question.image.id) }
  }
}

/** Every call of the daemon, with the names of what is there; what ends the session comes last. */
async function everyCall(ids: Record<string, string>): Promise<[string, string][]> {
  const { paths } = await (await fetch(`${daemon.url}/api/openapi.json`)).json()
  const calls = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'abcdefgh')
    return Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), filled])
  })
  return calls
    .filter(([, path]) => !publicPaths.test(path))
    .sort(([one], [other]) => {
      return Number(one === 'DELETE') - Number(other === 'DELETE')
    })
}

/** All that the account has. */
function state(): Promise<unknown> {
  const reads = target.calls.filter(([method]) => method === 'GET')
  return panel.evaluate(
    (url, paths) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(url + path, { credentials: 'include' })
          // a refusal names the request, and Today the time at which it was asked
          const text = answer.ok && (await answer.text()).replace(/"asOf":"[^"]*"/, '')
          return [path, answer.status, text]
        }),
      ),
    target.url,
    reads.map(([, path]) => path),
  )
}

test.each(['localhost', '127.0.0.1'])('a page on another port of %s gets nothing', async (host) => {
  const before = await state()
  const page = await extension.browser.newPage()
  await page.goto(`http://${host}:${port}/`)

  expect(await sendEverything(page, target)).toEqual(nothing)

  expect(await state()).toEqual(before)
  await page.close()
})

test('another extension gets nothing', async () => {
  const before = await state()
  const stranger = await installStranger(extension.browser, [])

  expect(await sendEverything(stranger, target)).toEqual(nothing)

  expect(await state()).toEqual(before)
})

// what such an extension reads is out of reach: it is asked for exactly as the side panel asks
test('another extension that may reach the daemon changes nothing and joins nothing', async () => {
  const before = await state()
  const stranger = await installStranger(extension.browser, [`${target.url}/*`])

  const haul = await sendEverything(stranger, target)

  const writes = target.calls.filter(([method]) => method !== 'GET')
  expect(haul.answers.filter((answer) => !answer.startsWith('GET'))).toEqual(
    writes.map(([method, path]) => `${method} ${path} 403`),
  )
  expect(haul.joins).toEqual([])
  expect(haul.connections).toEqual(['polling'])
  expect(await state()).toEqual(before)
})

test('nobody of them has signed up', async () => {
  const { email, password } = target.fields

  const answer = await fetch(`${target.url}/api/users/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

  expect(answer.status).toBe(401)
})

test('the side panel may do all of it', async () => {
  const { userId, chatId } = target.fields
  const calls = [
    ['GET', '/api/users/me'],
    ['POST', '/api/chatbot'],
    ['DELETE', `/api/chatbot/${userId}/${chatId}`],
  ] as const

  const { answers, joins } = await askEverything(panel, { ...target, calls }, [
    'upgrade',
    'polling',
  ])

  expect(answers).toEqual(calls.map(([method, path]) => `${method} ${path} 200`))
  expect(joins).toEqual(['upgrade', 'polling'])
})
