import { appPath } from './app-path.ts'

/** Turns to what a daemon's own page shows at this address of the app. */
export function leaveFor(origin: string): void {
  location.replace(addressAt(origin, location, appPath))
}

/** Where the app that `origin` serves has what it shows here, in the folder `base`. */
export function addressAt(
  origin: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  base: string,
): string {
  return `${origin}/${pathname.slice(base.length)}${search}${hash}`
}
