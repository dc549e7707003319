import { parseDaemonAddress, writeDaemonAddress } from './daemon-address.ts'
import { requestAccess } from './permissions.ts'

/** What became of an address that somebody typed. */
export type AddressChange = 'changed' | 'malformed' | 'denied'

/**
 * Takes what somebody typed as the address of the daemon: has the browser ask for access to it,
 * which needs a click, and keeps it. Nothing is changed where it is no address of this computer or
 * the access is not given; rejects where the browser does not store it.
 */
export async function changeAddress(typed: string): Promise<AddressChange> {
  const address = parseDaemonAddress(typed)
  if (address === null) return 'malformed'
  if (!(await requestAccess(address))) return 'denied'
  await writeDaemonAddress(address)
  return 'changed'
}
