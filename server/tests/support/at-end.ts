import { afterAll } from 'vitest'

const undo: (() => unknown)[] = []

/** What to undo when the test file ends, last things first. Unlike `afterAll` it may be called inside hooks and tests. */
export function atEnd(work: () => unknown) {
  undo.push(work)
}

afterAll(async () => {
  const failures: unknown[] = []
  while (undo.length > 0)
    try {
      await undo.pop()?.()
    } catch (error) {
      failures.push(error) // the rest is undone all the same
    }
  if (failures.length > 0) throw failures[0]
})
