import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'bold'
export const WEIGHT_VALUES: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 }

const resolve = createRequire(import.meta.url).resolve

/** Latin, Greek, Cyrillic and Devanagari; always loaded. */
export const BASE_FONT_FILES: Readonly<Record<Weight, string>> = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

/** Each package has one file named after its script. */
const SCRIPT_FAMILIES = [
  ...['arabic', 'hebrew', 'thaana', 'armenian', 'georgian', 'ethiopic', 'bengali', 'gurmukhi', 'gujarati', 'oriya'],
  ...['tamil', 'telugu', 'kannada', 'malayalam', 'sinhala', 'ol-chiki', 'meetei-mayek', 'thai', 'lao', 'khmer'],
  'myanmar',
].map((script) => ({ family: `noto-sans-${script}`, slices: (name: string) => name === script }))
const TIBETAN = { family: 'noto-serif-tibetan', slices: (name: string) => name === 'tibetan' }

/**
 * Simplified Chinese, traditional Chinese of Taiwan and of Hong Kong, Japanese, Korean. They draw the same character
 * differently.
 */
export type CjkFamily = 'sc' | 'tc' | 'hk' | 'jp' | 'kr'
const CJK_FAMILIES: readonly CjkFamily[] = ['sc', 'tc', 'hk', 'jp', 'kr']
const CJK_OF_COUNTRY: Readonly<Record<string, CjkFamily>> = {
  JP: 'jp',
  KR: 'kr',
  KP: 'kr',
  TW: 'tc',
  HK: 'hk',
  MO: 'hk',
}

/** Kana, Hangul and Bopomofo determine the language. Chinese characters alone are drawn as in the reader's country. */
export function cjkFamilyOf(texts: readonly string[], country: string): CjkFamily {
  const text = texts.join(' ')
  if (/[\p{Script=Hira}\p{Script=Kana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hang}/u.test(text)) return 'kr'
  if (/\p{Script=Bopo}/u.test(text)) return 'tc'
  return CJK_OF_COUNTRY[country] ?? 'sc'
}

/** A font file with a part of a family's characters. */
export interface FontSlice {
  /** Such as `noto-sans-jp-42`. */
  name: string
  file: string
}
interface SliceRange {
  start: number
  end: number
  slice: FontSlice
}

const rangesByFamily = new Map<string, SliceRange[]>()

/** Read once from the package's own table, which may list characters for which the file has no glyph. */
function rangesOf(family: string, isUsed: (slice: string) => boolean): SliceRange[] {
  const known = rangesByFamily.get(family)
  if (known) return known
  const table: Record<string, string> = JSON.parse(
    readFileSync(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  const ranges = Object.entries(table)
    .map(([key, list]) => [key.replace(/[[\]]/g, ''), list] as const)
    .filter(([key]) => isUsed(key))
    .flatMap(([key, list]) => {
      const name = `${family}-${key}`
      const slice = { name, file: `@fontsource-variable/${family}/files/${name}-wght-normal.woff2` }
      return list.split(',').map((range) => ({ ...readRange(range), slice }))
    })
    .sort((a, b) => a.start - b.start)
  rangesByFamily.set(family, ranges)
  return ranges
}

/** Parses `U+900-97f` or `U+25cc`. */
function readRange(range: string) {
  const [start = 0, end = start] = range
    .trim()
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return { start, end }
}

const isNumbered = (slice: string) => /^\d+$/.test(slice)
const familiesFor = (cjk: CjkFamily) => [
  ...SCRIPT_FAMILIES,
  TIBETAN,
  ...[cjk, ...CJK_FAMILIES.filter((other) => other !== cjk)].map((code) => ({
    family: `noto-sans-${code}`,
    slices: isNumbered,
  })),
]

/** The files besides the base font that may have a character, the best first. */
export function* slicesFor(codePoint: number, cjk: CjkFamily): Generator<FontSlice> {
  for (const { family, slices } of familiesFor(cjk)) {
    const slice = sliceAt(rangesOf(family, slices), codePoint)
    if (slice) yield slice
  }
}

/** Binary search, because a Chinese family has tens of thousands of ranges. They do not overlap. */
function sliceAt(ranges: readonly SliceRange[], codePoint: number): FontSlice | undefined {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0) <= codePoint) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range && codePoint <= range.end ? range.slice : undefined
}

/** Every file of the catalogue with the characters that it claims to have. */
export function allSlices() {
  const slices = new Map<FontSlice, { start: number; end: number }[]>()
  for (const { family, slices: isUsed } of familiesFor('sc'))
    for (const { slice, ...range } of rangesOf(family, isUsed)) slices.set(slice, [...(slices.get(slice) ?? []), range])
  return slices
}

export const readSlice = ({ file }: FontSlice): Uint8Array => readFileSync(resolve(file))
