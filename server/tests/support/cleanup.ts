const undo: (() => unknown)[] = []

/** What to undo when the test file ends, last things first. Unlike `afterAll` it may be called inside hooks and tests. */
export function atEnd(work: () => unknown) {
  undo.push(work)
}

/** All of it, also when a part fails; called by setup.ts after each file. */
export async function undoAll() {
  const failures: unknown[] = []
  while (undo.length > 0)
    try {
      await undo.pop()?.()
    } catch (error) {
      failures.push(error) // the rest is undone all the same
    }
  if (failures.length > 0) throw failures[0]
}
