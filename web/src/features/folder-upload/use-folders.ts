import { useClient } from '@shortlist/ui/client-provider.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const foldersKey = ['folders'] as const

/** The indexed folders, asked for anew when one has changed or may have changed unheard. */
export function useFolders() {
  const client = useClient()
  const cache = useQueryClient()

  useEffect(() => {
    const refresh = () => void cache.invalidateQueries({ queryKey: foldersKey })
    const stops = [client.on('folders-changed', refresh), client.on('synced', refresh)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, cache])

  return useQuery({ queryKey: foldersKey, queryFn: () => client.folders.list() })
}

/** Removes a folder; its row goes with the next list. */
export function useRemoveFolder() {
  const client = useClient()
  const cache = useQueryClient()

  return useMutation({
    mutationFn: (folderId: string) => client.folders.remove(folderId),
    onSettled: () => cache.invalidateQueries({ queryKey: foldersKey }),
  })
}
