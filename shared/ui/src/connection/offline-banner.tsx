import { Unplug } from 'lucide-react'
import { useTransition } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { StartCommand } from './start-command.tsx'
import { useConnection } from './use-connection.ts'

/** Says why nothing arrives and what to do about it; goes by itself when that is over. */
export function OfflineBanner() {
  const client = useClient()
  const connection = useConnection()
  const [isAsking, startAsking] = useTransition()
  const retry = () => startAsking(() => client.retryConnection())

  if (connection !== 'offline' && connection !== 'crowded') return null
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-red-line/40 bg-red-soft px-4 py-1.5 text-meta text-red-text"
    >
      <p className="flex items-center gap-2">
        <Unplug aria-hidden="true" className="size-4 shrink-0" />
        {connection === 'offline' ? copy.server.notRunning : copy.server.crowded}
      </p>
      {connection === 'offline' && (
        <>
          <StartCommand />
          <Button size="sm" disabled={isAsking} onClick={retry}>
            {copy.shell.retry}
          </Button>
        </>
      )}
    </div>
  )
}
