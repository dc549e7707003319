import { defaultUrlTransform } from 'react-markdown'

/** The specification's rule for addresses in replies (section 1): any other scheme becomes ''. */
export const safeUrl: (address: string) => string = defaultUrlTransform
