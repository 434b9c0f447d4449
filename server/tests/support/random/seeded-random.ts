/** A repeatable random source: the same seed gives the same numbers (xorshift32). */
export interface SeededRandom {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const below = (end: number) => next() % end
  return {
    below,
    chance: (probability) => next() < probability * 2 ** 32,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  }
}
