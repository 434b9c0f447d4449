import { afterCommit, type Tx } from '../db/db.ts'
import type { Repeating } from './repeat.ts'

/** The tasks of this process that poll for work. */
const polling = new Set<Repeating>()

/**
 * Ends the pauses of tasks that poll for one kind of work as soon as there is some. It is only a hint within this
 * process: tasks of other processes find the work at their next poll.
 */
export class Wakeups {
  private readonly tasks = new Set<Repeating>()

  /** Registers the task until it is stopped. */
  register(task: Repeating): Repeating {
    for (const known of [this.tasks, polling]) known.add(task)
    const stop = () => {
      for (const known of [this.tasks, polling]) known.delete(task)
      return task.stop()
    }
    return { ...task, stop }
  }

  readonly wake = () => wakeEach(this.tasks)

  /** Wakes the tasks once when the transaction has committed. */
  wakeAfterCommit(tx: Tx) {
    afterCommit(tx, this.wake)
  }
}

/** After the clock was moved any kind of work may be due. */
export const wakeAll = () => wakeEach(polling)

function wakeEach(tasks: ReadonlySet<Repeating>) {
  for (const task of tasks) task.wake()
}
