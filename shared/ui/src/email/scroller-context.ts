import { createContext, type RefObject } from 'react'

/** The part of the page that scrolls the emails, with one element that holds all it scrolls. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null>>({ current: null })
