import type { Background } from '../config/role.ts'
import type { Deps } from '../deps.ts'
import { repeat } from './repeat.ts'

/**
 * Runs a task periodically in one process at a time; the lock saves the other processes the work. Only for clean-up and
 * for finding due work: nothing may depend on it having run.
 */
export function every(seconds: number, name: string, task: (deps: Deps) => Promise<void>): Background {
  return async (deps) =>
    repeat(deps.log, name, async () => {
      await deps.lock.tryWith(`every:${name}`, seconds, () => task(deps))
      return seconds * 1000
    })
}
