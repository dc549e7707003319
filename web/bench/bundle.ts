import { type ChunkGraph, scriptBytes } from '../../.config/bench/chunk-graph.ts'
import { type Bench, runBench } from '../../.config/bench/measure.ts'
import { leftOut } from '../../.config/bundle/leave-out.ts'
import { buildApp } from './build-app.ts'

// Where the parts of the app begin that load on their own.
const entry = /\/web\/src\/main\.tsx$/
const toasts = /\/shared\/ui\/src\/toasts\/toast-area\.tsx$/
const chat = /\/shared\/ui\/src\/chat\/chat-panel\.tsx$/
const socket = /\/node_modules\/socket\.io-client\//
const mail = /\/shared\/ui\/src\/mail\/list\/email-section\.tsx$/
const charts = /\/shared\/ui\/src\/insights\/insights-rail\.tsx$/
const colours = /\/shared\/ui\/src\/markdown\/coloured-code\.tsx$/

/** The languages that code is coloured in, and what their grammars build on. */
const maxGrammars = 32

const unwanted = ['googleapis', 'highlight.js', 'lowlight', 'rehype-raw', 'hast-util-raw', 'parse5']

await runBench('bundle', import.meta.dirname, async (bench) => {
  if (!bench.wants('B1') && !bench.wants('B2')) return
  const app = await buildApp()
  if (bench.wants('B1')) weigh(bench, app)
  if (bench.wants('B2')) searchForUnwanted(bench, app)
})

/** B1: what has to be downloaded, in KB after gzip. */
function weigh(bench: Bench, app: ChunkGraph): void {
  const first = app.loadedFor(entry)
  const later = app.chunks.filter((chunk) => !first.has(chunk))
  const initial = new Set([...first, ...app.loadedFor(toasts)])
  const inChat = new Set([...initial, ...app.loadedFor(chat), ...app.loadedFor(socket)])
  const highlighter = [...app.loadedFor(colours)].filter((chunk) => !inChat.has(chunk))
  const inMail = new Set([...initial, ...app.loadedFor(mail)])
  const plots = [...app.loadedFor(charts)].filter((chunk) => !inMail.has(chunk))
  const rows = [
    ['sign-in and home, initial JS', scriptBytes(initial), 215, 150],
    ['chat route, total JS', scriptBytes(inChat), 245, 200],
    ['highlighter, lazy JS', scriptBytes(highlighter), 42, 42],
    ['charts, lazy JS', scriptBytes(plots), 10, 10],
    ['first paint, CSS', app.styleBytes(first), 9, 9],
    ['largest part that is loaded later, CSS', largest(app, later), 1.5, 1.5],
    ['all CSS', app.styleBytes(app.chunks), 15, 15],
  ] as const
  for (const [what, bytes, max, target] of rows) {
    bench.gate({ id: 'B1', what: `${what}, KB`, value: bytes / 1000, max, isExact: true })
    bench.note('B1', `${what}, over its target`, Math.max(0, bytes / 1000 - target), 'KB')
  }
}

/** Bytes of the styles of that chunk which has the most. */
function largest(app: ChunkGraph, chunks: ChunkGraph['chunks']): number {
  return Math.max(...chunks.map((chunk) => app.styleBytes([chunk])))
}

/** B2: what no chunk may hold. */
function searchForUnwanted(bench: Bench, app: ChunkGraph): void {
  const modules = app.chunks.flatMap(({ moduleIds }) => moduleIds)
  for (const name of unwanted) {
    const value = modules.filter((id) => id.includes(`/node_modules/${name}/`)).length
    bench.gate({ id: 'B2', what: `modules of ${name}`, value, max: 0, isExact: true })
  }
  for (const file of leftOut) {
    // a vendor that has moved the file would be back in the bundle as a whole
    const value = modules.filter((id) => file.test(id)).length
    bench.gate({ id: 'B2', what: `${file.source} left out`, value, min: 1, isExact: true })
  }
  const grammars = modules.filter((id) => /\/node_modules\/refractor\/lang\//.test(id)).length
  bench.gate({ id: 'B2', what: 'grammars', value: grammars, max: maxGrammars, isExact: true })
}
