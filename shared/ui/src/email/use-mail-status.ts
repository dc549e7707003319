import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'
import { mailStatusKey, readMailStatus } from './mail-query.ts'

/** How long a status that events keep up to date is not read again, in milliseconds. */
const FRESH_FOR = 10_000

/**
 * The mailbox and its mails. Events change what is shown as long as a `MailProvider` is above;
 * the daemon is asked again when it says that the status differs, and after every gap of the socket.
 */
export function useMailStatus() {
  const client = useClient()

  return useQuery({
    queryKey: mailStatusKey,
    queryFn: () => readMailStatus(client),
    staleTime: FRESH_FOR,
    // all mails at every change of windows would be too much, and events come anyway
    refetchOnWindowFocus: false,
  })
}
