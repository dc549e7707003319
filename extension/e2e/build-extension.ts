import { fileURLToPath } from 'node:url'
import { build } from 'wxt'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the packages of both browsers once before the journeys. */
export default async function buildExtension(): Promise<void> {
  // Vitest sets NODE_ENV=test, with which Vite would bundle React's development build.
  process.env.NODE_ENV = 'production'
  for (const browser of ['chrome', 'firefox']) await build({ root, browser })
}
