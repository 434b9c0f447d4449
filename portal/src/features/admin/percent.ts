/** A whole number of percent from 0 to the most; undefined when it is none. */
export function readPercent(text: string, most: number): number | undefined {
  const trimmed = text.trim()
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= most ? Number(trimmed) : undefined
}
