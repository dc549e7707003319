import { fileURLToPath } from 'node:url'
import { build } from 'wxt'

/** Builds the extension once before the journeys. */
export default async function buildExtension(): Promise<void> {
  // Vitest sets NODE_ENV=test, with which Vite would bundle React's development build.
  process.env.NODE_ENV = 'production'
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), browser: 'chrome' })
}
