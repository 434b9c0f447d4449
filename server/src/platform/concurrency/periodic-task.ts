import type { Deps } from '../deps.ts'
import type { Background } from '../role.ts'
import { repeat } from './repeat.ts'

/**
 * Does something again and again, by one process at a time: the lock saves the others the work. It only tidies up or
 * looks for what is due; nothing may depend on it having run.
 */
export function every(seconds: number, name: string, task: (deps: Deps) => Promise<void>): Background {
  return async (deps) =>
    repeat(deps.log, name, async () => {
      await deps.lock.tryWith(`every:${name}`, seconds, () => task(deps))
      return seconds * 1000
    })
}
