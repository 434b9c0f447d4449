import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { stopServer } from './launch-server.ts'

interface SupervisedServer {
  stop(): Promise<void>
  /** Resolves only when the server died and could not be restarted. */
  lost: Promise<StartFailure>
}

const RELAUNCHES_MAX = 5
const RELAUNCH_DELAY_MS = 200
/** A server that ran this long counts as healthy: the count of restarts begins again. */
const HEALTHY_AFTER_MS = 60_000

/** Restarts a server that dies unexpectedly (out of memory, killed by hand), at the same address. */
export function supervise(
  first: ChildProcess,
  relaunch: (signal: AbortSignal) => Promise<ChildProcess>,
): SupervisedServer {
  const stopping = new AbortController()
  let current = first
  const watch = async () => {
    let failure: unknown = new Error('it keeps crashing')
    for (let relaunches = 1; !stopping.signal.aborted; relaunches++) {
      const since = performance.now()
      await exitOf(current)
      if (stopping.signal.aborted) return
      if (performance.now() - since > HEALTHY_AFTER_MS) relaunches = 1
      if (relaunches > RELAUNCHES_MAX) throw failure
      await sleep(RELAUNCH_DELAY_MS * relaunches, undefined, { signal: stopping.signal })
      current = await relaunch(stopping.signal).catch((error) => {
        failure = error
        return current
      })
    }
    // It was stopped while it was restarting.
    await stopServer(current)
  }
  const watching = watch()
  const lost = new Promise<StartFailure>((resolve) => {
    watching.catch((error: Error) => {
      if (!stopping.signal.aborted)
        resolve(new StartFailure(`PostgreSQL crashed and could not be restarted: ${error.message}`))
    })
  })
  const stop = async () => {
    stopping.abort()
    await stopServer(current)
    await watching.catch(() => {})
  }
  return { stop, lost }
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
