import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscribe } from '../../api/live-updates.ts'
import { CONTACT_QUERIES } from '../contacts/queries.ts'
import { type ImportStatus, importPath, isFinished, statusKey, statusQuery } from './queries.ts'

const POLL_MS = 1_500

/** The status of an import, pushed over a WebSocket and polled while the socket is down. */
export function useImportStatus(jobId: string) {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  const query = useQuery({
    ...statusQuery(jobId),
    refetchInterval: ({ state }) => (isLive || !state.data || isFinished(state.data) ? false : POLL_MS),
  })
  const isSubscribed = query.data !== undefined && !isFinished(query.data)
  useEffect(() => {
    if (!isSubscribed) return
    return subscribe<ImportStatus>(importPath(jobId, '/events'), {
      onLive: setLive,
      onMessage: (status) => queryClient.setQueryData(statusKey(jobId), status),
    })
  }, [isSubscribed, jobId, queryClient])
  useInvalidateOnChange(jobId, query.data)
  return query
}

/** Refetches imports when the status changes, and contacts when the import ends. */
function useInvalidateOnChange(jobId: string, status: ImportStatus | undefined) {
  const queryClient = useQueryClient()
  const now = status && `${status.status} ${status.undo?.state}`
  const ended = status && isFinished(status)
  useEffect(() => {
    if (!now) return
    void queryClient.invalidateQueries({ queryKey: ['imports', 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', jobId, 'detail'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', jobId, 'mapping'] })
    if (ended) for (const queryKey of CONTACT_QUERIES) void queryClient.invalidateQueries({ queryKey })
  }, [now, ended, jobId, queryClient])
}
