import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'

/** Version, model engine and storage of the daemon; nothing while it cannot be asked. */
export function useHealth() {
  const client = useClient()
  return useQuery({ queryKey: ['health'], queryFn: () => client.health(), retry: false }).data
}
