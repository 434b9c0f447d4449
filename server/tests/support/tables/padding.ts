import type { SeededRandom } from '../random/seeded-random.ts'

/** Repeats a text with just enough noise between that the compression ratio stays below the limit. */
export function padding(text: string, count: number, random: SeededRandom, between: (noise: number) => string): string {
  const pieces: string[] = []
  for (let i = 0; i < count; i++) pieces.push(text, i % 40 === 0 ? between(random.below(2 ** 31)) : '')
  return pieces.join('')
}

export const asComment = (noise: number) => `<!--${noise}-->`
export const asDigits = (noise: number) => String(noise)
