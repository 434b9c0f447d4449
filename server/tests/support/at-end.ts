import { afterAll } from 'vitest'

const undo: (() => unknown)[] = []

/** What to undo when the test file ends, last things first. Unlike `afterAll` it may be called inside hooks and tests. */
export function atEnd(work: () => unknown) {
  undo.push(work)
}

afterAll(async () => {
  while (undo.length > 0) await undo.pop()?.()
})
