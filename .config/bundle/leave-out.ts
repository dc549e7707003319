import type { Plugin } from 'vite'

interface Part {
  readonly file: RegExp
  /** What stands in its place, made from the code of the vendor. */
  readonly instead: (code: string) => string
}

const parts: readonly Part[] = [
  {
    // only the daemon describes its calls as JSON schemas
    file: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
    instead: refuseEach,
  },
  {
    // replies hold no raw HTML, so none of the 400 attributes of SVG
    file: /\/property-information\/lib\/svg\.js$/,
    instead: () => "import { html } from './html.js'; export const svg = { ...html, space: 'svg' }",
  },
  {
    // every browser that the hosts are built for has its own
    file: /\/@ungap\/structured-clone\/esm\/index\.js$/,
    instead: () => 'export default (value) => structuredClone(value)',
  },
]

/** The files of vendors whose code is left out; each is a part of every bundle with a chat. */
export const leftOut: readonly RegExp[] = parts.map(({ file }) => file)

/**
 * A plugin of Vite that leaves parts of vendors out of what browsers load, because no page runs
 * them.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [...leftOut] },
      handler: (code, id) => ({
        code: parts.find(({ file }) => file.test(id))?.instead(code) ?? code,
        map: null,
      }),
    },
  }
}

/** The same exports, each a function that throws. */
function refuseEach(code: string): string {
  const names = [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
  const first = "const refuse = () => { throw new Error('left out of the bundle') }"
  return [first, ...names.map(([, name]) => `export const ${name} = refuse`)].join('\n')
}
