import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the web app once before the journeys. */
export default async function buildWeb(): Promise<void> {
  // Vitest sets NODE_ENV=test, with which Vite would bundle React's development build.
  process.env.NODE_ENV = 'production'
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'warn' })
}
