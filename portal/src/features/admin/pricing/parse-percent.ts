/** Parses a whole percentage from 0 to `most`; undefined if the text is not one. */
export function parsePercent(text: string, most: number): number | undefined {
  const trimmed = text.trim()
  return /^\d{1,4}$/.test(trimmed) && Number(trimmed) <= most ? Number(trimmed) : undefined
}
