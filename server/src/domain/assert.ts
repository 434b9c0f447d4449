/** A broken promise of our own code, never a user's mistake: it must be loud. */
export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${promise}`)
}

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
