const REMEMBERED_MAX = 20_000

/** The same key is asked for again and again, and what it gives costs more than looking it up. Bounded: full, it begins anew. */
export function memoizeBounded<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(key, value)
    return value
  }
}
