const undo: (() => unknown)[] = []

/**
 * Registers work for the end of the test file, which runs in reverse order. Unlike `afterAll` it can be called in hooks
 * and tests.
 */
export function atEnd(work: () => unknown) {
  undo.push(work)
}

/** Runs all of it even if a part fails. Called by setup.ts after each file. */
export async function undoAll() {
  const failures: unknown[] = []
  while (undo.length > 0)
    try {
      await undo.pop()?.()
    } catch (error) {
      failures.push(error) // the others still run
    }
  if (failures.length > 0) throw failures[0]
}
