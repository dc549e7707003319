import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import product from '../../package.json' with { type: 'json' }
import { EXTENSION_ID } from './extension-browser.ts'

/** What users are asked for. A change here needs a sentence in PRIVACY.md and on the options page. */
const asked = {
  optional_permissions: ['notifications', 'activeTab', 'scripting'],
  content_security_policy: {
    extension_pages: [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob: http: https:",
      'connect-src http://localhost:* ws://localhost:*',
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  },
}

const shown = {
  manifest_version: 3,
  name: '__MSG_name__',
  description: '__MSG_description__',
  default_locale: 'en',
  version: product.version,
  icons: {
    16: 'icon/16.png',
    32: 'icon/32.png',
    48: 'icon/48.png',
    96: 'icon/96.png',
    128: 'icon/128.png',
  },
  options_ui: { page: 'options.html', open_in_tab: true },
}

const command = {
  suggested_key: { default: 'Alt+Shift+J' },
  description: '__MSG_openAssistant__',
}

const expected = {
  chrome: {
    ...shown,
    ...asked,
    permissions: ['storage', 'contextMenus', 'sidePanel'],
    host_permissions: ['http://localhost:4000/*'],
    optional_host_permissions: ['http://localhost/*'],
    minimum_chrome_version: '122',
    key: expect.any(String),
    action: { default_title: '__MSG_openAssistant__' },
    commands: { _execute_action: command },
    background: { service_worker: 'background.js' },
    side_panel: { default_path: 'sidepanel.html' },
  },
  firefox: {
    ...shown,
    ...asked,
    permissions: ['storage', 'contextMenus'],
    host_permissions: ['http://localhost/*'],
    browser_specific_settings: {
      gecko: {
        id: 'shortlist@localhost',
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
    action: {
      default_title: '__MSG_openAssistant__',
      default_area: 'navbar',
      theme_icons: [
        { size: 16, dark: 'icon/16.png', light: 'icon/on-dark-16.png' },
        { size: 32, dark: 'icon/32.png', light: 'icon/on-dark-32.png' },
      ],
    },
    commands: { _execute_sidebar_action: command },
    background: { scripts: ['background.js'] },
    sidebar_action: {
      default_panel: 'sidepanel.html',
      default_title: 'Shortlist',
      open_at_install: false,
    },
  },
}

describe.each(['chrome', 'firefox'] as const)('the package for %s', (browser) => {
  const folder = new URL(`../dist/${browser}-mv3/`, import.meta.url)
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')

  test('asks for what it needs and for nothing else', async () => {
    expect(JSON.parse(await read('manifest.json'))).toEqual(expected[browser])
  })

  test('has every icon that it names, in its size', async () => {
    const { icons, action } = JSON.parse(await read('manifest.json')) as typeof expected.firefox
    const named = new Map(Object.entries(icons).map(([size, name]) => [name, Number(size)]))
    for (const { size, dark, light } of action.theme_icons ?? []) {
      named.set(dark, size).set(light, size)
    }

    for (const [name, size] of named) {
      const png = await readFile(new URL(name, folder))
      expect([name, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([name, size, size])
    }
  })

  test('has a text for every name, short enough for a store', async () => {
    const texts = JSON.parse(await read('_locales/en/messages.json'))
    const names = [...(await read('manifest.json')).matchAll(/__MSG_(\w+)__/g)].map(
      ([, name]) => name,
    )

    expect(new Set(names)).toEqual(new Set(Object.keys(texts)))
    expect(texts.description.message.length).toBeLessThanOrEqual(132)
  })

  test('loads scripts and styles out of itself alone', async () => {
    for (const page of ['sidepanel.html', 'options.html']) {
      const loaded = [...(await read(page)).matchAll(/\b(?:src|href)="([^"]*)"/g)]
      expect(loaded.length).toBeGreaterThan(3)
      for (const [, path = ''] of loaded) {
        expect(path).toMatch(/^\/[^/]/)
        const file = await stat(new URL(`.${path}`, folder))
        expect(file.isFile()).toBe(true)
      }
      expect(await read(page)).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/)
    }
  })
})

test('the key fixes the id that the daemon knows', async () => {
  const file = fileURLToPath(new URL('../dist/chrome-mv3/manifest.json', import.meta.url))
  const { key } = JSON.parse(await readFile(file, 'utf8')) as { key: string }
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex')

  const id = [...hash.slice(0, 32)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)])

  expect(id.join('')).toBe(EXTENSION_ID)
})
