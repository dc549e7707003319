import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'

/** What the built-in engine is called while it answers; undefined while a model does. */
export function useBuiltInLabel(): string | undefined {
  const client = useClient()
  const { data } = useQuery({ queryKey: ['health'], queryFn: () => client.health(), retry: false })
  return data?.engine.kind === 'built-in' ? data.engine.label : undefined
}
