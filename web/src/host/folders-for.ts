import { paths } from './paths.ts'

/** The end of an address that the app itself makes below its folder (specification, section 2). */
const ownEnd = new RegExp(`/(?:chat(?:/[^/]*)?|${paths.mail.slice(1)}|auth(?:/[^/]*)?)/?$`)

/**
 * The folders, with slashes around them, that the app may lie in where a page of it has this path:
 * the likeliest first, then each from the deepest to the root.
 */
export function foldersFor(pathname: string): readonly [string, ...string[]] {
  // two slashes at the beginning would be those before a host name
  const path = pathname.replace(/^\/+/, '/')
  const likeliest = ownEnd.test(path) ? path.replace(ownEnd, '/') : path.replace(/[^/]*$/, '')
  const parts = path.split('/').filter((part) => part !== '')
  const folders = parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}/`).toReversed()
  return [likeliest, ...[...folders, '/'].filter((folder) => folder !== likeliest)]
}

/** Whether a path looks like one of the app, so that its likeliest folder may be relied on. */
export function isAppPath(pathname: string): boolean {
  return pathname.endsWith('/') || ownEnd.test(pathname)
}
