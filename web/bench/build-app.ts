import { join } from 'node:path'
import { build } from 'vite'
import { type ChunkGraph, graphChunks } from '../../.config/bench/chunk-graph.ts'

/** Builds the web app as for its users, without writing it. */
export async function buildApp(): Promise<ChunkGraph> {
  const root = join(import.meta.dirname, '..')
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
  })
  const [first] = [built].flat()
  if (first === undefined || !('output' in first)) throw new Error('the build gave no output')
  return graphChunks(first.output)
}
