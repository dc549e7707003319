declare global {
  interface Window {
    /** Marks local mode where the host name does not show it. */
    shortlistIsLocal?: boolean
  }
}

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether a page runs on a local host (specification, section 1). */
export function isLocal({
  location,
  shortlistIsLocal,
}: Pick<Window, 'location' | 'shortlistIsLocal'>): boolean {
  // an element whose id is the name of the mark is found under that name too
  return localNames.includes(location.hostname) || shortlistIsLocal === true
}
