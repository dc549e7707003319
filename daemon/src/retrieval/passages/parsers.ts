import type { Parser } from '@lezer/common'

type Language = 'javascript' | 'python' | 'java' | 'cpp' | 'rust' | 'go' | 'php' | 'css'

const extensions: Readonly<Record<Language, string>> = {
  javascript: 'js mjs cjs jsx ts mts cts tsx',
  python: 'py pyi',
  java: 'java',
  cpp: 'c cc cpp cxx c++ h hh hpp hxx h++ ino ipp',
  rust: 'rs',
  go: 'go',
  php: 'php phtml',
  css: 'css',
}

const languages = new Map(
  Object.entries(extensions).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language as Language] as const),
  ),
)

/** The parser for a file of this name; undefined where there is none. Loads it when first asked. */
export async function parserFor(path: string): Promise<Parser | undefined> {
  const language = languages.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
  return language && (await load[language](path.toLowerCase()))
}

const load: Readonly<Record<Language, (path: string) => Promise<Parser>>> = {
  javascript: async (path) => {
    const { parser } = await import('@lezer/javascript')
    // `<T>x` is a cast in TypeScript and an element elsewhere
    const dialect = /\.[mc]?ts$/.test(path) ? 'ts' : path.endsWith('.tsx') ? 'ts jsx' : 'jsx'
    return parser.configure({ dialect })
  },
  python: async () => (await import('@lezer/python')).parser,
  java: async () => (await import('@lezer/java')).parser,
  cpp: async () => (await import('@lezer/cpp')).parser,
  rust: async () => (await import('@lezer/rust')).parser,
  go: async () => (await import('@lezer/go')).parser,
  php: async () => (await import('@lezer/php')).parser,
  css: async () => (await import('@lezer/css')).parser,
}
