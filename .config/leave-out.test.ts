import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { leaveOut } from './bundle/leave-out.ts'

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown }
  toJSONSchema(): unknown
}

type Contracts = Record<string, Record<string, Schema>>

const folder = fileURLToPath(new URL('../shared/contracts/src/', import.meta.url))
// the test of the boundaries plants files there for moments
const names = readdirSync(folder).filter((name) => !/\.test\.|^planted-/.test(name))
const all = names.map((name) => `export * as "${name.replace('.ts', '')}" from '${folder}${name}'`)

const entry = `${folder}all.ts`

/** A program that exports every contract under the name of its file. */
const allContracts: Plugin = {
  name: 'all-contracts',
  enforce: 'pre',
  resolveId: (id) => (id === entry ? id : null),
  load: (id) => (id === entry ? all.join('\n') : null),
}

/** The contracts as browsers get them, or as they are. */
async function bundled(...plugins: Plugin[]): Promise<Contracts> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [allContracts, ...plugins],
    build: { write: false, lib: { entry, formats: ['es'] } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('the build gave no output')
  return await import(`data:text/javascript,${encodeURIComponent(output.output[0].code)}`)
}

const values = [null, 0, -1.5, '', 'chat', '2026-01-31', [], [{}], {}, { id: 'a', success: true }]

test('contracts check as ever in a browser, and have lost only what no page runs', async () => {
  const [left, whole] = await Promise.all([bundled(leaveOut()), bundled()])

  const { Excerpt } = left.chat ?? {}
  const excerpt = { kind: 'page', title: 'Jobs', url: 'https://example.test/', text: 'Text' }
  expect(Excerpt?.safeParse(excerpt)).toEqual({ success: true, data: excerpt })
  expect(Excerpt?.safeParse({ ...excerpt, kind: 'mail' }).success).toBe(false)
  expect(() => Excerpt?.toJSONSchema()).toThrow('left out of the bundle')
  for (const [file, contracts] of Object.entries(whole)) {
    for (const [name, schema] of Object.entries(contracts)) {
      if (!schema.safeParse) continue
      const answers = (each: Schema) => values.map((value) => each.safeParse(value))
      expect(JSON.stringify(answers(left[file]?.[name] ?? schema)), name).toBe(
        JSON.stringify(answers(schema)),
      )
    }
  }
})
