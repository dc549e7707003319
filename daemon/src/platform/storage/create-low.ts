import { type Adapter, Low } from 'lowdb'

/** A lowdb database over an adapter; `read` has not been called yet. */
export function createLow<Data>(adapter: Adapter<Data>, initial: Data): Low<Data> {
  return new Low(adapter, initial)
}
