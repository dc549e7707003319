import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const room = new URL('./', import.meta.url)
const pictures = new URL('../../.config/pictures/', import.meta.url)
const tokens = new URL('../../shared/ui/src/tokens.css', import.meta.url)

/** What the page may do on a local host; `head-script.ts` takes from it on any other. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  // wide because a remote image may be loaded by a click
  "img-src 'self' data: blob: http: https:",
  // where a daemon is looked for
  "connect-src 'self' http://localhost:4000 ws://localhost:4000 http://127.0.0.1:4000 ws://127.0.0.1:4000",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
]

/** A line of the page that names a file of the build. */
const fileTag = /^ *<(?:link|script)\b[^>]*\b(?:href|src)="\.\/[^>]*>(?:<\/script>)?\n/gm

/**
 * A plugin of Vite for hosts that serve files under a path that is not known at build time, and
 * answer every address they do not have with `404.html`. The page finds out by itself where its
 * files are, brings its content security policy along, and has the pages of the demo beside it,
 * which lead to `sourceUrl` for the source.
 */
export function buildForAnyHost(sourceUrl = 'source.html'): Plugin {
  return {
    name: 'build-for-any-host',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => findFilesFirst(html, await bundleHeadScript()),
    },
    async generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no index.html')
      this.emitFile({ type: 'asset', fileName: '404.html', source: page.source })
      for (const [fileName, source] of await readPages(sourceUrl)) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/** Takes the tags that name files out of the page, for the script that knows where these are. */
function findFilesFirst(html: string, script: string): string {
  const tags = html.match(fileTag) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  const rules = [...policy, `script-src 'self' 'sha256-${hash}'`].join('; ')
  return html
    .replace(fileTag, '')
    .replace(
      '<meta charset="utf-8" />',
      (charset) =>
        `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${rules}" />`,
    )
    .replace(
      '  </head>',
      (end) =>
        `    <template>\n${tags.join('')}    </template>\n    <script>${script}</script>\n${end}`,
    )
}

async function bundleHeadScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('head-script.ts', room)),
        formats: ['iife'],
        name: 'head',
      },
    },
  })
  const [first] = [built].flat()
  if (!first || !('output' in first)) throw new Error('the script of the head gave no output')
  return first.output[0].code.trim()
}

type File = readonly [fileName: string, source: string | Buffer]

/** The pages of the demo with all that they load. */
async function readPages(sourceUrl: string): Promise<readonly File[]> {
  const names = (await readdir(room)).filter((name) => /\.(?:html|css|js)$/.test(name))
  const pages = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, room), 'utf8')
      return [name, text.replace('href="source.html"', `href="${sourceUrl}"`)] as const
    }),
  )
  const shown = pages.flatMap(([, text]) => text.match(/(?<="pictures\/)[^"]+/g) ?? [])
  return Promise.all([
    ...pages,
    read('tokens.css', tokens),
    ...shown.map((name) => read(`pictures/${name}`, new URL(name, pictures))),
  ])
}

async function read(fileName: string, file: URL): Promise<File> {
  return [fileName, await readFile(file)]
}
