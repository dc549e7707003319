import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the web app for hosts of files once before the journeys. */
export default async function buildDemo(): Promise<void> {
  // Vitest sets NODE_ENV=test, with which Vite would bundle React's development build.
  process.env.NODE_ENV = 'production'
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    mode: 'demo',
    logLevel: 'warn',
  })
}
