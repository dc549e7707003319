// Installs what the tests talk to where it knows how. What is still missing afterwards makes its
// tests skip with the reason, or fail with CI=true. Plain JavaScript: it needs no dependency.
import { spawnSync } from 'node:child_process'
import { findPeer, peers } from './peers.mjs'

const isDebianRoot =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('apt-get', ['--version']).status === 0
const missing = Object.keys(peers).filter((name) => !findPeer(name))

function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
}

if (isDebianRoot && missing.length > 0) {
  const install = ['install', '-y', '-q', '--no-install-recommends']
  run('apt-get', 'update', '-q')
  for (const name of missing) {
    // without the timeout apt-get gives up at once while another one holds the lock
    run('apt-get', ...install, '-o', 'DPkg::Lock::Timeout=300', ...peers[name].debian)
  }
} else if (missing.includes('chromium')) {
  run('pnpm', 'exec', 'puppeteer', 'browsers', 'install', 'chrome')
}
