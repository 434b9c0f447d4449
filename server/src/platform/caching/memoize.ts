const REMEMBERED_MAX = 20_000

/** Memoizes a pure function of one text. The cache is bounded: when it is full it is cleared. */
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
