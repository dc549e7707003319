import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from '../package.json' with { type: 'json' }

const daemon = 'http://localhost:4000'

/** Where the "Source" link leads, for those who publish the source. */
const sourceUrl = 'homepage' in manifest ? manifest.homepage : undefined

export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: sourceUrl ? { 'import.meta.env.SOURCE_URL': JSON.stringify(sourceUrl) } : {},
  server: {
    port: 5173,
    proxy: { '/api': daemon, '/socket.io': { target: daemon, ws: true, changeOrigin: true } },
  },
  build: {
    // what the oldest browsers with every feature that is used understand
    target: ['chrome122', 'firefox128', 'safari17.4'],
    // small assets stay files: the content security policy allows no data: fonts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
