import { gzipSync } from 'node:zlib'
import type { Rollup } from 'vite'

type Chunk = Rollup.OutputChunk

/** What a browser loads of a built app, as a graph of chunks. */
export interface ChunkGraph {
  chunks: readonly Chunk[]
  /** Chunks that the browser loads for a module: its own and what they import statically. */
  loadedFor(module: RegExp): ReadonlySet<Chunk>
  /** The same and all that they may load later, but for the parts that begin with a module. */
  everLoadedFor(module: RegExp, without: readonly RegExp[]): ReadonlySet<Chunk>
  /** Bytes of all style sheets that come with chunks, each compressed with gzip. */
  styleBytes(chunks: Iterable<Chunk>): number
}

/** The graph of what a build has put out. */
export function graphChunks(output: readonly (Chunk | Rollup.OutputAsset)[]): ChunkGraph {
  const chunks = output.filter((part) => part.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const styles = new Map(
    output
      .filter((part) => part.type === 'asset')
      .map(({ fileName, source }) => [fileName, gzipSync(source).length]),
  )

  function holding(module: RegExp): readonly Chunk[] {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
    if (found.length === 0) throw new Error(`no chunk holds ${module}`)
    return found
  }

  function follow(module: RegExp, next: (chunk: Chunk) => readonly string[]): ReadonlySet<Chunk> {
    const found = new Set(holding(module))
    // A set also visits what is added to it on the way.
    for (const chunk of found) {
      for (const name of next(chunk)) {
        const imported = byName.get(name)
        if (imported) found.add(imported)
      }
    }
    return found
  }

  return {
    chunks,
    loadedFor: (module) => follow(module, ({ imports }) => imports),
    everLoadedFor(module, without) {
      const left = new Set(without.flatMap(holding).map(({ fileName }) => fileName))
      return follow(module, ({ imports, dynamicImports }) => [
        ...imports,
        ...dynamicImports.filter((name) => !left.has(name)),
      ])
    },
    styleBytes(loaded) {
      const names = [...loaded].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      return [...new Set(names)].reduce((sum, name) => sum + (styles.get(name) ?? 0), 0)
    },
  }
}

/** Bytes of scripts, each compressed with gzip. */
export function scriptBytes(chunks: Iterable<Chunk>): number {
  return [...chunks].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
}
