import { QueryClient } from '@tanstack/react-query'
import { ApiProblem, ConnectionLost, SignedOut } from './problem.ts'
import { session } from './session.ts'
import { connection } from './state/connection.ts'

const RETRIES_MAX = 3

const shouldRetry = (tries: number, error: unknown) =>
  tries < RETRIES_MAX &&
  !(error instanceof SignedOut) &&
  (error instanceof ConnectionLost || (error instanceof ApiProblem && error.status >= 500))

export const queryClient = new QueryClient({
  defaultOptions: {
    // `connection` decides when to retry; the browser's online state is unreliable.
    queries: { networkMode: 'always', staleTime: 15_000, retry: shouldRetry, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Refetches failed queries when the connection is back. */
connection.subscribe(() => {
  if (connection.get() === 'up') void queryClient.refetchQueries({ type: 'active', predicate: hasFailed })
})
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

/** Cached data must not be visible to the next user. */
session.subscribe(() => {
  if (session.get().state === 'signed-out') queryClient.clear()
})
