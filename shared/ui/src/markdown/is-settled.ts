import { createContext } from 'react'

/** False inside the block that a running reply still changes. */
export const IsSettled = createContext(true)
