import { existsSync } from 'node:fs'
import { beforeEach } from 'vitest'
import { findPeer, peers } from '../peers.mjs'

/**
 * The path of a program that the tests of this file talk to; a whole browser does for the headless shell.
 * Where it is missing every test of the file is skipped with the reason; with CI=true it throws.
 */
export async function needsPeer(name: keyof typeof peers): Promise<string | undefined> {
  const isBrowser = name === 'chromium' || name === 'headless-shell'
  const path = findPeer(name) ?? (isBrowser ? await findBrowser() : undefined)
  if (path) return path
  const reason = `${name} is not installed, so ${peers[name].serves} cannot run`
  if (process.env.CI === 'true') throw new Error(reason)
  beforeEach(({ skip }) => skip(reason))
  return undefined
}

/** The browser of the system, or the one that puppeteer has downloaded. */
export async function findBrowser(): Promise<string | undefined> {
  const installed = findPeer('chromium')
  if (installed) return installed
  const { default: puppeteer } = await import('puppeteer')
  const path = await puppeteer.executablePath()
  return existsSync(path) ? path : undefined
}
