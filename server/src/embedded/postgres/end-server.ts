import { waitUntil } from '../process/wait-until.ts'

/** Fast: end sessions, write a checkpoint. Immediate: no checkpoint, the next start recovers. Then the kernel's way. */
const STEPS = [
  { signal: 'SIGINT', waitMs: 4_000 },
  { signal: 'SIGQUIT', waitMs: 1_500 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** Stops a PostgreSQL server, harder with every step, and is back within seconds. */
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
