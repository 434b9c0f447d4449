import { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { ApiProblem, ConnectionLost, SignedOut } from './problem.ts'
import { session } from './session.ts'

const TRIES_MAX = 3

const isWorthAnotherTry = (tries: number, error: unknown) =>
  tries < TRIES_MAX &&
  !(error instanceof SignedOut) &&
  (error instanceof ConnectionLost || (error instanceof ApiProblem && error.status >= 500))

export const queryClient = new QueryClient({
  defaultOptions: {
    // Our own watch over the connection decides, not the browser's guess.
    queries: { networkMode: 'always', staleTime: 15_000, retry: isWorthAnotherTry, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** The line is back: what failed while it was down is asked again. */
connection.watch(() => {
  if (connection.get() === 'up') void queryClient.refetchQueries({ type: 'active', predicate: hasFailed })
})
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

/** Nothing of one person is shown to the next. */
session.watch(() => {
  if (session.get().state === 'out') queryClient.clear()
})
