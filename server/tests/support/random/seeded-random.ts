/** Chance that can be repeated: the same seed gives the same numbers (xorshift32). */
export interface Chance {
  /** From 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(from: readonly T[]): T
}

export function chance(seed: number): Chance {
  let state = seed | 0 || 1
  const below = (end: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % end
  }
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] }
}
