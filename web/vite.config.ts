import { readFile } from 'node:fs/promises'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leaveOut } from '../.config/bundle/leave-out.ts'
import manifest from '../package.json' with { type: 'json' }
import { buildForAnyHost } from './demo/build-for-any-host.ts'

const daemon = 'http://localhost:4000'

/** Where the "Source" link leads, for those who publish the source. */
const sourceUrl = 'homepage' in manifest ? manifest.homepage : undefined

/** Sets the theme before the first paint; the side panel ships the same file. */
const theme = new URL('../shared/ui/public/theme.js', import.meta.url)

/** The mode `demo` makes the build that any host of files may have; others are for a daemon. */
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    // Vite minifies, and for the browsers below
    tailwindcss({ optimize: false }),
    leaveOut(),
    asItIs(theme, 'theme.js'),
    mode === 'demo' && buildForAnyHost(sourceUrl),
  ],
  base: mode === 'demo' ? './' : '/',
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(manifest.version),
    ...(sourceUrl && { 'import.meta.env.SOURCE_URL': JSON.stringify(sourceUrl) }),
  },
  server: {
    port: 5173,
    proxy: { '/api': daemon, '/socket.io': { target: daemon, ws: true, changeOrigin: true } },
  },
  build: {
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    // what the oldest browsers with every feature that is used understand
    target: ['chrome122', 'firefox128', 'safari17.4'],
    // small assets stay files: the content security policy allows no data: fonts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.txt' },
    // what the first page needs is one file, however late pages share it: small files compress worse
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
}))

/** Serves and ships a file that lies elsewhere, as Vite does with those of `public`. */
function asItIs(file: URL, fileName: string): Plugin {
  return {
    name: 'as-it-is',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, async (_, answer) => {
        answer.setHeader('Content-Type', 'text/javascript')
        answer.end(await readFile(file))
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await readFile(file) })
    },
  }
}
