import { type Adapter, Memory } from 'lowdb'

/** An adapter that keeps its document in memory alone, for tests. */
export function memoryFile<Data>(): Adapter<Data> {
  return new Memory<Data>()
}
