import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { leaveOut } from './bundle/leave-out.ts'

const entry = fileURLToPath(new URL('../shared/contracts/src/chat.ts', import.meta.url))

interface Contracts {
  readonly Excerpt: {
    safeParse(value: unknown): { success: boolean; data?: unknown }
    toJSONSchema(): unknown
  }
}

/** The contracts of a chat as browsers get them. */
async function bundled(): Promise<Contracts> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leaveOut()],
    build: { write: false, lib: { entry, formats: ['es'] } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('the build gave no output')
  return await import(`data:text/javascript,${encodeURIComponent(output.output[0].code)}`)
}

test('contracts check as ever in a browser, and have lost only what no page runs', async () => {
  const { Excerpt } = await bundled()

  const excerpt = { kind: 'page', title: 'Jobs', url: 'https://example.test/', text: 'Text' }
  expect(Excerpt.safeParse(excerpt)).toEqual({ success: true, data: excerpt })
  expect(Excerpt.safeParse({ ...excerpt, kind: 'mail' }).success).toBe(false)
  expect(() => Excerpt.toJSONSchema()).toThrow('left out of the bundle')
})
