import { strToU8, zipSync } from 'fflate'
import { sized } from '../../.config/testing/test-size.ts'
import { seededBytes } from '../src/retrieval/text/testing/seeded-bytes.ts'

/** A file that nobody means well with, as raw bytes of a form. */
export interface HostileFile {
  readonly name: string
  readonly content: Uint8Array
}

const text = (content: string) => new TextEncoder().encode(content)
const harmless = text('These words belong to a hostile file name.\n')

/** Names that want out of the folder, hide, or have no business in an index. */
export function hostileNames(): readonly HostileFile[] {
  return [...traversals(), ...oddNames(), ...secrets(), ...notForReading()].map((name) => ({
    name,
    content: harmless,
  }))
}

function traversals(): string[] {
  const ups = [
    '..',
    '../..',
    '../../../../../../etc',
    './..',
    '..\\..',
    'a/../..',
    '.. ',
    '\uFF0E\uFF0E',
    '%2e%2e',
  ]
  const targets = ['passwd', 'users.json', '.ssh/authorized_keys', 'x.txt', 'index.sqlite']
  return [
    ...ups.flatMap((up) => targets.map((target) => `${up}/${target}`)),
    ...ups.flatMap((up) => targets.map((target) => `proj/${up}/${target}`)),
    ...['/etc/cron.d/x', '//server/share/x.txt', 'C:/Windows/x.txt', 'c:x.txt', 'file:///etc/x'],
    ...['\\\\server\\share\\x.txt', 'C:\\Windows\\x.txt', 'proj\\..\\..\\x.txt', '~/x.txt'],
    ...['proj//x.txt', 'proj/./x.txt', 'proj/', '/', '.', '..', ' ', 'proj/ ', 'proj/..'],
  ]
}

function oddNames(): string[] {
  const devices = ['CON', 'PRN', 'AUX', 'NUL', 'COM1', 'LPT9', 'nul.txt', 'con.md', 'CONIN$']
  return [
    ...devices.map((device) => `proj/${device}`),
    ...devices.map((device) => `${device}/x.txt`),
    ...['proj/a\0.txt', 'proj/\0', 'a\0/../x.txt', 'proj/a\x1b[2J.txt', 'proj/a\x7f.txt'],
    ...['proj/\u202Etxt.exe', 'proj/\u2066a\u2069.txt', 'proj/a\u200F.txt', 'proj/\uFEFFa.txt'],
    `proj/${'d/'.repeat(10_000)}x.txt`,
    `proj/${'d/'.repeat(20)}x.txt`,
    `proj/${'n'.repeat(5_000)}.txt`,
    `proj/${'ü'.repeat(700)}.txt`,
    ...['proj/a.txt.', 'proj/dir./x.txt', 'proj/a.txt ', 'proj/a:stream.txt', 'proj/a.txt::$DATA'],
    ...['proj/a*b?.txt', 'proj/<script>.txt', 'proj/a|b.txt', 'proj/__proto__', '__proto__/x.txt'],
  ]
}

function secrets(): string[] {
  return [
    '.env',
    '.env.local',
    'id_rsa',
    'id_ed25519',
    'server.pem',
    'key.p12',
    '.npmrc',
    '.netrc',
  ].map((name) => `proj/conf/${name}`)
}

function notForReading(): string[] {
  return [
    ...['proj/node_modules/x/index.js', 'proj/.git/config', 'proj/a/node_modules/x.js'],
    ...['proj/pnpm-lock.yaml', 'proj/package-lock.json', 'proj/yarn.lock', 'proj/Cargo.lock'],
    ...['proj/app.min.js', 'proj/app.js.map', 'proj/logo.png', 'proj/movie.mp4', 'proj/tool.exe'],
  ]
}

/** So often, and a fifth of it by default. */
const many = (times: number) => sized(Math.ceil(times / 5), times)

/** Contents that want the reader's time or memory, or are not what their name says. */
export function hostileContents(): readonly HostileFile[] {
  return [
    ['empty.txt', new Uint8Array(0)],
    ['blank.md', text(' \n\t\n '.repeat(50_000))],
    ['nul.txt', new Uint8Array(100_000)],
    ['noise.ts', seededBytes(200_000)],
    ['picture.ts', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...seededBytes(5_000)])],
    [
      'key.txt',
      text(
        `-----BEGIN RSA PRIVATE KEY-----\n${'QUJD'.repeat(400)}\n-----END RSA PRIVATE KEY-----\n`,
      ),
    ],
    ['bundle.js', text(`!function(){${'a(b),c[0]={};'.repeat(40_000)}}()`)],
    ['open.ts', text('('.repeat(many(1_000_000)))],
    ['open.py', text('['.repeat(many(1_000_000)))],
    ['deep.json', text('['.repeat(many(900_000)) + ']'.repeat(many(900_000)))],
    ['deep.rs', text('{'.repeat(many(500_000)))],
    ['deep.md', text(`${'>'.repeat(many(200_000))} quote`)],
    ['stars.md', text('*a '.repeat(many(500_000)))],
    ['fences.md', text('```\n'.repeat(many(300_000)))],
    ['links.md', text('[a]('.repeat(many(300_000)))],
    ['headings.md', text('# h\n'.repeat(many(300_000)))],
    ['tags.html', text('<div>'.repeat(many(300_000)))],
    ['comment.html', text(`<!--${'-'.repeat(many(1_000_000))}`)],
    ['entities.html', text('&amp;'.repeat(many(300_000)))],
    ['quotes.csv', text('"'.repeat(many(1_000_001)))],
    ['wide.csv', text(`${'a,'.repeat(many(500_000))}\n`)],
    ['bomb.yaml', text(yamlBomb())],
    ['bomb.xml', text(entityBomb())],
    ['surrogates.txt', text(`a ${'\u{1F600}'.repeat(50_000)}`.slice(0, -1))],
    [
      'halves.txt',
      new Uint8Array([0xed, 0xa0, 0x80, 0xc3, 0x28, 0xf0, 0x9f, 10, ...text('words')]),
    ],
    [
      'mixed.txt',
      new Uint8Array([...text('Grüße\n'), 0xe4, 0xf6, 0xfc, 10, 0xff, 0xfe, 97, 10, 98]),
    ],
    ['utf16.txt', utf16('Wide words of a file without any mark.\n'.repeat(50))],
    ['large.txt', new Uint8Array(3 * 1024 * 1024).fill(97)],
    ...documents(),
  ].map(([name, content]) => ({ name: `proj/${name}`, content: content as Uint8Array }))
}

function documents(): [string, Uint8Array][] {
  const zeros = new Uint8Array(many(200 * 1024 * 1024))
  const bomb = zipSync({ '[Content_Types].xml': text('<Types/>'), 'word/document.xml': zeros })
  const pdf = text('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n')
  return [
    ['bomb.docx', bomb],
    ['matryoshka.docx', zipSync({ 'word/document.xml': bomb })],
    ['escape.docx', zipSync({ '../../../../escaped.txt': harmless })],
    [
      'many.docx',
      zipSync(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}`, strToU8('')])),
      ),
    ],
    ['entity.docx', zipSync({ 'word/document.xml': text(entityBomb()) })],
    ['nested.docx', zipSync({ 'word/document.xml': text('<w:p>'.repeat(many(200_000))) })],
    ['cut.docx', bomb.slice(0, bomb.length / 2)],
    ['not.docx', seededBytes(50_000)],
    ['not.pdf', seededBytes(50_000)],
    ['head.pdf', pdf],
    [
      'loop.pdf',
      text(
        '%PDF-1.7\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1000000>>endobj\ntrailer<</Root 1 0 R>>',
      ),
    ],
    [
      'xref.pdf',
      text(
        `%PDF-1.4\nxref\n0 99999999\n${'0000000000 65535 f \n'.repeat(1_000)}startxref\n9\n%%EOF`,
      ),
    ],
    [
      'length.pdf',
      text('%PDF-1.4\n1 0 obj<</Length 2147483647>>stream\nBT (x) Tj ET\nendstream endobj'),
    ],
  ]
}

function utf16(content: string): Uint8Array {
  return Buffer.from(content, 'utf16le')
}

function entityBomb(): string {
  const levels = Array.from(
    { length: 20 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "x">${levels.join('')}]><x>&e20;</x>`
}

function yamlBomb(): string {
  const levels = Array.from(
    { length: 20 },
    (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`,
  )
  return `a0: &a0 lol\n${levels.join('\n')}\n`
}
