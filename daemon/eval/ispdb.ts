import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Document, Element } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'

/**
 * Makes the table of mail providers out of a clone of thunderbird/autoconfig, whose folder it is given:
 * those that can be read over an encrypted IMAP connection.
 */
const [clone = ''] = process.argv.slice(2)
const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' })

const commit = git('rev-parse', 'HEAD').trim()
const files = git('ls-tree', '--name-only', 'HEAD:ispdb').trim().split('\n')
const blocks = files.flatMap((file) => {
  const block = blockOf(parseDocument(git('show', `HEAD:ispdb/${file}`), { xmlMode: true }))
  return block
    ? [`${file.replace(/\.xml$/, '')}\n${block.map((line) => `  ${line}\n`).join('')}`]
    : []
})

const notice = `This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0.
If a copy of the MPL was not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
Made by daemon/eval/ispdb.ts out of https://github.com/thunderbird/autoconfig, commit ${commit}.
For each entry: its name, then server, port, encryption, what opens it and what is the user name, then its domains.
`
writeFileSync(
  new URL('../src/mail/connect/ispdb.txt', import.meta.url),
  `${notice}\n${blocks.join('')}`,
)

function blockOf(document: Document): readonly string[] | undefined {
  const servers = all('incomingServer', document).filter(({ attribs }) => attribs.type === 'imap')
  const rated = ['SSL', 'STARTTLS'].flatMap((wanted) =>
    servers.filter((server) => textOf(server, 'socketType') === wanted),
  )
  const [server] = rated
  const domains = all('domain', document)
    .map((domain) => DomUtils.textContent(domain).trim().toLowerCase())
    .filter((domain) => /^[a-z0-9.-]+$/.test(domain))
  if (!server || domains.length === 0) return undefined
  const security = textOf(server, 'socketType') === 'SSL' ? 'tls' : 'starttls'
  const kinds = all('authentication', server).map((kind) => DomUtils.textContent(kind).trim())
  const needs = kinds.length > 0 && kinds.every((kind) => kind === 'OAuth2') ? 'oauth' : 'password'
  const user = textOf(server, 'username') === '%EMAILLOCALPART%' ? 'local-part' : 'address'
  const place = [textOf(server, 'hostname'), textOf(server, 'port'), security, needs, user]
  const name = textOf(document, 'displayShortName') || textOf(document, 'displayName')
  return [name.replace(/\s+/g, ' '), place.join(' '), domains.join(' ')]
}

function all(name: string, within: Document | Element): Element[] {
  return DomUtils.getElementsByTagName(name, within)
}

function textOf(within: Document | Element, name: string): string {
  const [found] = all(name, within)
  return found ? DomUtils.textContent(found).trim() : ''
}
