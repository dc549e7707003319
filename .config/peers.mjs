// The programs that tests talk to. Plain JavaScript: it runs before anything is installed.
import { existsSync } from 'node:fs'

/** What each peer is for, where it may lie, and the Debian packages that bring it. */
export const peers = {
  chromium: {
    serves: 'browser tests',
    paths: [
      process.env.CHROME_PATH,
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debian: ['chromium', 'fonts-liberation'],
  },
  // draws pages with a quarter less work; it has no extensions
  'headless-shell': {
    serves: 'browser tests',
    paths: [process.env.CHROME_PATH, '/usr/bin/chromium-headless-shell'],
    debian: ['chromium-headless-shell'],
  },
  firefox: {
    serves: 'the tests of the Firefox sidebar',
    paths: [
      process.env.FIREFOX_PATH,
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    debian: ['firefox-esr'],
  },
  git: {
    serves: 'the comparison of .gitignore rules with git',
    paths: ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git'],
    debian: ['git'],
  },
  dovecot: {
    serves: 'mailbox tests (IMAP)',
    paths: ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'],
    debian: ['dovecot-imapd', 'openssl'],
  },
}

/**
 * Where a peer lies, or undefined when it is not there.
 * @param {keyof typeof peers} name
 * @returns {string | undefined}
 */
export function findPeer(name) {
  return peers[name].paths.find((path) => path && existsSync(path))
}
