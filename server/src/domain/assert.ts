/** For bugs in our own code, never for invalid input. */
export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${promise}`)
}

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
