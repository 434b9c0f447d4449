import { waitUntil } from '../process/wait-until.ts'

/**
 * Fast shutdown ends sessions and writes a checkpoint; immediate shutdown needs recovery at the next start; then
 * SIGKILL.
 */
const STEPS = [
  { signal: 'SIGINT', waitMs: 4_000 },
  { signal: 'SIGQUIT', waitMs: 1_500 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** Stops a PostgreSQL server within seconds, with more force at each step. */
export async function endServer(pid: number, isGone: () => Promise<boolean> | boolean): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    if (await isGone()) return
    sendSignal(pid, signal)
    if (await waitUntil(isGone, waitMs)) return
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
