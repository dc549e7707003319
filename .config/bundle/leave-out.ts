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
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    instead: (code) =>
      leaveOutMethods(unusedOfSchemas, code)
        // pages may not compile code, and trying to would be reported as a breach of their policy
        .replaceAll('core.$ZodObjectJIT', 'core.$ZodObject')
        // for values that hold themselves, which JSON has none of
        .replaceAll('_ensureDefaultMemoizer();', '')
        .replaceAll(/^ +inst\._zod\.processJSONSchema = .*$/gm, ''),
  },
  {
    // a second kind of collection, which no part in use is built of
    file: /\/@radix-ui\/react-collection\/dist\/index\.mjs$/,
    instead: (code) =>
      leaveOutNames(
        replaced(/^\/\/ src\/collection\.tsx\n[\s\S]*/m, code, 'export { createCollection }'),
      ),
  },
  {
    file: /\/@radix-ui\/[\w-]+\/dist\/index\.mjs$/,
    instead: leaveOutNames,
  },
  {
    // our daemon speaks only by the other two
    file: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/,
    instead: (code) => replaced(/^.*\bWT\b.*$/gm, code, ''),
  },
  {
    // browsers send their cookies by themselves
    file: /\/hono\/dist\/utils\/cookie\.js$/,
    instead: refuseEach,
  },
  {
    // no list comes in pages
    file: /\/@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
    instead: refuseEach,
  },
  {
    // replies hold no raw HTML, so none of the 400 attributes of SVG
    file: /\/property-information\/lib\/svg\.js$/,
    instead: () => "import { html } from './html.js'; export const svg = { ...html, space: 'svg' }",
  },
  {
    file: /\/(?:web|extension)\/src\/style\.css$/,
    instead: leaveOutOfStyles,
  },
  {
    // every browser that the hosts are built for has its own
    file: /\/@ungap\/structured-clone\/esm\/index\.js$/,
    instead: () => 'export default (value) => structuredClone(value)',
  },
]

/** Methods of schemas that neither contracts nor clients call; a contract that does breaks a test. */
const unusedOfSchemas = [
  ...['email', 'jwt', 'emoji', 'guid', 'uuid', 'uuidv4', 'uuidv6', 'uuidv7', 'nanoid', 'cuid'],
  ...['cuid2', 'ulid', 'base64', 'base64url', 'xid', 'ksuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6'],
  ...['e164', 'datetime', 'time', 'duration', 'url', 'date'],
  ...['lowercase', 'uppercase', 'normalize', 'slugify'],
  ...['exactOptional', 'exactPartial', 'nonoptional', 'required', 'prefault', 'readonly', 'and'],
  ...['encode', 'decode', 'encodeAsync', 'decodeAsync'],
  ...['safeEncode', 'safeDecode', 'safeEncodeAsync', 'safeDecodeAsync'],
  ...['validate', 'validateAsync'],
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
  const inPlace = code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)
  const atEnd = /^export \{(.*)\}/m.exec(code)?.[1]?.matchAll(/(\w+)\s*(?:,|$)/g) ?? []
  const names = new Set([...inPlace, ...atEnd].map(([, name]) => name))
  const first = "const refuse = () => { throw new Error('left out of the bundle') }"
  return [first, ...Array.from(names, (name) => `export const ${name} = refuse`)].join('\n')
}

/** Takes methods out of objects; one that is not there means that the vendor's code has changed. */
function leaveOutMethods(names: readonly string[], code: string): string {
  return names.reduce((rest, name) => {
    const start = `(?:async )?${name}\\(|${name}: (?:async )?function`
    const method = new RegExp(`^ {4}(?:${start}).*\\{\\n(?: {8}.*\\n)* {4}\\},\\n`, 'gm')
    return replaced(method, rest, '')
  }, code)
}

/** Takes out that functions are told the names which they have anyway. */
function leaveOutNames(code: string): string {
  return code
    .replace(/^var __name = .*$/m, 'var __name = (target) => target;')
    .replaceAll(/^ *__name\(\w+, "\w+"\);$/gm, '')
}

/**
 * Styles of Tailwind without what stands for browsers that know no `@property` and no `color-mix`,
 * and without variables that nothing sets or nothing reads.
 */
function leaveOutOfStyles(css: string): string {
  const mixed =
    /([\w-]+): [^;]*;\s+@supports \(color: color-mix\(in lab, red, red\)\) \{\s+(\1: [^;]*;)\s+\}/g
  let rest = replaced(/^@layer properties \{\n[\s\S]*?^\}\n/m, css, '').replaceAll(mixed, '$2')
  for (const [rule, name = '', is] of css.matchAll(/^@property (--[\w-]+) \{\n([^}]*)\}\n/gm)) {
    const without = rest.replace(rule, '')
    const initial = /initial-value: (.*);/.exec(is ?? '')?.[1]
    const isRead = without.includes(`var(${name}`)
    if (!isRead) rest = without.replaceAll(new RegExp(`\\s${name}: .*;`, 'g'), '')
    if (!isRead || without.includes(`${name}: `)) continue
    const reading = new RegExp(`var\\(${name}(?:,([^()]*))?\\)`, 'g')
    rest = without.replaceAll(reading, (_, fallback?: string) => initial ?? fallback ?? 'unset')
  }
  return rest
}

function replaced(part: RegExp, code: string, instead: string): string {
  const rest = code.replace(part, instead)
  if (rest === code) throw new Error(`${part} is not in the code of the vendor`)
  return rest
}
