import { scriptBytes } from '../../.config/bench/chunk-graph.ts'
import { runBench } from '../../.config/bench/measure.ts'
import { buildPanel } from './build-panel.ts'

const panel = /\/extension\/src\/entrypoints\/sidepanel\/main\.tsx$/
const toasts = /\/shared\/ui\/src\/toasts\/toast-area\.tsx$/
const socket = /\/node_modules\/socket\.io-client\//
const colours = /\/shared\/ui\/src\/markdown\/coloured-code\.tsx$/
const charts = /\/shared\/ui\/src\/insights\/insights-rail\.tsx$/

/** B1: what the side panel takes of the browser, in KB after gzip. */
await runBench('bundle', import.meta.dirname, async (bench) => {
  const { graph, earlyBytes } = await buildPanel()
  const first = new Set([panel, toasts, socket].flatMap((part) => [...graph.loadedFor(part)]))
  const all = graph.everLoadedFor(panel, [colours, charts])
  const rows = [
    ['side panel, total JS', scriptBytes(all) + earlyBytes, 275],
    ['side panel, CSS', graph.styleBytes(all), 10],
  ] as const
  for (const [what, bytes, max] of rows) {
    bench.gate({ id: 'B1', what: `${what}, KB`, value: bytes / 1000, max, isExact: true })
  }
  bench.note('B1', 'side panel, JS until a chat is open', scriptBytes(first) / 1000, 'KB')
})
