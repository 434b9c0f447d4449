import { cleanText } from './clean-text.ts'
import { PRINTABLE_RANGES } from './printable-ranges.ts'

/**
 * One line of text as it is printed on documents: clean and without invisible characters. The joiners (U+200C, U+200D)
 * are part of the spelling in Indic and Persian words and are kept.
 */
export const printableText = (text: string) => cleanText(cleanText(text).replace(INVISIBLE, ''))

const INVISIBLE = /(?!\u200c|\u200d)\p{Default_Ignorable_Code_Point}/gu
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Why a text cannot be printed; undefined if it can. Gives the position and quotes nothing else. */
export function printProblem(text: string): string | undefined {
  let place = 0
  for (const character of text) {
    place++
    const codePoint = character.codePointAt(0) ?? 0
    if (isPrintable(codePoint)) continue
    if (EMOJI.test(character)) return 'must not contain emoji: invoices cannot print them'
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
    return `contains a character that invoices cannot print (${name}, position ${place}): remove or replace it`
  }
  return undefined
}

/** Whether a font of the documents has a glyph for it. */
export function isPrintable(codePoint: number): boolean {
  ranges ??= decodeRanges(PRINTABLE_RANGES)
  const { starts, ends } = ranges
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= codePoint) low = middle + 1
    else high = middle
  }
  return codePoint <= (ends[low - 1] ?? -1)
}

interface Ranges {
  starts: number[]
  ends: number[]
}
let ranges: Ranges | undefined

/** Ranges in ascending order, each as its distance from the end of the previous one and its length, in base 36. */
export function encodeRanges(codePoints: Iterable<number>): string {
  const found: { start: number; end: number }[] = []
  for (const codePoint of [...new Set(codePoints)].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last?.end === codePoint - 1) last.end = codePoint
    else found.push({ start: codePoint, end: codePoint })
  }
  return found.map(({ start, end }, i) => encodeRange(start - (found[i - 1]?.end ?? 0), end - start)).join(' ')
}

const encodeRange = (distance: number, length: number) =>
  length > 0 ? `${distance.toString(36)}.${length.toString(36)}` : distance.toString(36)

function decodeRanges(encoded: string): Ranges {
  const decoded: Ranges = { starts: [], ends: [] }
  let before = 0
  for (const range of encoded.split(' ')) {
    const [distance = '0', length = '0'] = range.split('.')
    const start = before + Number.parseInt(distance, 36)
    before = start + Number.parseInt(length, 36)
    decoded.starts.push(start)
    decoded.ends.push(before)
  }
  return decoded
}
