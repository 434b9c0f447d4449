import type { Chance } from '../random/seeded-random.ts'

/** The same text many times, with just so much between it that its ratio stays below the limit. */
export function fluff(text: string, count: number, chance: Chance, between: (noise: number) => string): string {
  const pieces: string[] = []
  for (let i = 0; i < count; i++) pieces.push(text, i % 40 === 0 ? between(chance.below(2 ** 31)) : '')
  return pieces.join('')
}

export const asComment = (noise: number) => `<!--${noise}-->`
export const asDigits = (noise: number) => String(noise)
