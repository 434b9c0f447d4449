/** Chance that comes back with its seed (mulberry32). */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (max: number) => Math.floor(next() * max)
  return {
    whole,
    chance: (probability: number) => next() < probability,
    pick: <T>(from: readonly T[]): T => from[whole(from.length)] as T,
  }
}

export type Dice = ReturnType<typeof dice>
