import createBidi from 'bidi-js'
import LineBreaker from 'linebreak'
import { cleanText } from '../../../domain/text/clean-text.ts'
import type { Weight } from './font-catalogue.ts'
import type { FontFace, ShapedText } from './font-face.ts'
import type { FontSet } from './font-set.ts'
import { resolveScripts, type Script } from './scripts.ts'

/** Several values on one line, from left to right whatever the direction of each. */
interface JoinedText {
  values: readonly string[]
  separator: string
}
export type Text = string | JoinedText

/** A piece in one font, script and direction. */
export interface Run {
  text: string
  face: FontFace
  script: Script | undefined
  isRightToLeft: boolean
  shaped: ShapedText
}

/** In thousandths of the font size. Runs are in visual order, from the left. */
export interface Line {
  runs: Run[]
  width: number
  ascent: number
  descent: number
}

const bidi = createBidi()
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'
const ISOLATES = /[\u2068\u2069]/
/** Drawn for a character that no font has. */
const REPLACEMENT = '\ufffd'

/** Marks and dandas use the font of the letter before them, so that a word is shaped as a whole. */
const FOLLOWS = /^[\p{M}\u0964\u0965]/u
const JOINERS = /^(?:\u200c|\u200d)/

/** Breaks a text into lines of at most `width` thousandths of the font size. */
export function layOut(text: Text, weight: Weight, width: number, fonts: FontSet): Line[] {
  const paragraph = new Paragraph(text, weight, fonts)
  return paragraph.breakLines(width).map(([start, end]) => paragraph.line(start, end))
}

class Paragraph {
  private readonly text: string
  private readonly faces: FontFace[] = []
  private readonly scripts: (Script | undefined)[]
  private readonly levels: Uint8Array
  private readonly baseLevel: number
  private readonly shapedRuns = new Map<string, ShapedText>()

  constructor(text: Text, weight: Weight, fonts: FontSet) {
    const isPlain = typeof text === 'string'
    const given = isPlain
      ? cleanText(text)
      : text.values.map((value) => ISOLATE + cleanText(value) + END_OF_ISOLATE).join(text.separator)
    const { levels, paragraphs } = bidi.getEmbeddingLevels(given, isPlain ? undefined : 'ltr')
    this.baseLevel = paragraphs[0]?.level ?? 0
    let shown = ''
    const shownLevels: number[] = []
    let before: FontFace | undefined
    let place = 0
    for (const character of given) {
      const level = levels[place] ?? 0
      place += character.length
      if (ISOLATES.test(character)) continue
      const [letter, face] = fontOf(character, before, weight, fonts)
      before = face
      shown += letter
      for (let i = 0; i < letter.length; i++) {
        this.faces.push(face)
        shownLevels.push(level)
      }
    }
    this.text = shown
    this.levels = Uint8Array.from(shownLevels)
    this.scripts = resolveScripts(shown)
  }

  /** Greedy: fills each line, breaks where the language allows it, and inside a word only when necessary. */
  breakLines(width: number): [start: number, end: number][] {
    const lines: [number, number][] = []
    const breaks = [...breaksOf(this.text)]
    let start = 0
    while (start < this.text.length) {
      const fitting = breaks.filter((end) => end > start).findLast((end) => this.widthOf(start, end) <= width)
      const end = fitting ?? this.emergencyBreak(start, width)
      lines.push([start, end])
      start = end
    }
    return lines.length > 0 ? lines : [[0, 0]]
  }

  line(start: number, end: number): Line {
    const line: Line = { runs: [], width: 0, ascent: 0, descent: 0 }
    for (const [from, to] of this.visualOrder(start, this.trimmed(start, end))) {
      const shaped = this.shape(from, to)
      line.runs.push({
        text: this.text.slice(from, to),
        face: this.faces[from] as FontFace,
        script: this.scripts[from],
        isRightToLeft: this.isRightToLeft(from),
        shaped,
      })
      line.width += shaped.width
      line.ascent = Math.max(line.ascent, shaped.ascent)
      line.descent = Math.max(line.descent, shaped.descent)
    }
    return line
  }

  private widthOf(start: number, end: number): number {
    return this.runsIn(start, this.trimmed(start, end)).reduce((sum, [from, to]) => sum + this.shape(from, to).width, 0)
  }

  /** Spaces at the end of a line have no width. */
  private trimmed(start: number, end: number): number {
    let last = end
    while (last > start && this.text[last - 1] === ' ') last--
    return last
  }

  private runsIn(start: number, end: number): [number, number][] {
    const runs: [number, number][] = []
    for (let from = start, to = start; from < end; from = to) {
      while (to < end && this.isSameRun(from, to)) to++
      runs.push([from, to])
    }
    return runs
  }

  private isSameRun(a: number, b: number): boolean {
    return this.faces[a] === this.faces[b] && this.scripts[a] === this.scripts[b] && this.levels[a] === this.levels[b]
  }

  private isRightToLeft(place: number): boolean {
    return (this.levels[place] ?? 0) % 2 === 1
  }

  private visualOrder(start: number, end: number): [number, number][] {
    const runs = this.runsIn(start, end)
    if (runs.length < 2) return runs
    const levels = { levels: this.levels, paragraphs: [{ start: 0, end: this.text.length - 1, level: this.baseLevel }] }
    const places = bidi.getReorderedIndices(this.text, levels, start, end - 1)
    const placeOf = new Map(places.map((index, place) => [index, place]))
    return runs.sort(([a], [b]) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0))
  }

  private shape(from: number, to: number): ShapedText {
    const key = `${from}-${to}`
    const known = this.shapedRuns.get(key)
    if (known) return known
    const face = this.faces[from] as FontFace
    const shaped = face.shape(this.text.slice(from, to), this.scripts[from], this.isRightToLeft(from))
    this.shapedRuns.set(key, shaped)
    return shaped
  }

  /** Breaks a word that is wider than the line after as many letters as fit, at least one. */
  private emergencyBreak(start: number, width: number): number {
    const ends = [...GRAPHEMES.segment(this.text.slice(start))].map(
      ({ index, segment }) => start + index + segment.length,
    )
    let [fits, tooMuch] = [0, ends.length]
    while (tooMuch - fits > 1) {
      const middle = (fits + tooMuch) >> 1
      if (this.widthOf(start, ends[middle] as number) <= width) fits = middle
      else tooMuch = middle
    }
    return ends[fits] ?? this.text.length
  }
}

function fontOf(
  character: string,
  before: FontFace | undefined,
  weight: Weight,
  fonts: FontSet,
): [letter: string, face: FontFace] {
  const codePoint = character.codePointAt(0) ?? 0
  const base = fonts.base(weight)
  if (JOINERS.test(character)) return [character, before ?? base]
  if (before?.has(codePoint) && FOLLOWS.test(character)) return [character, before]
  const face = fonts.faceFor(codePoint, weight)
  return face ? [character, face] : [REPLACEMENT, base]
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WORDS = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}]/u

/** The positions where a line may end, in ascending order; the last one is the end of the text. */
function breaksOf(text: string): Set<number> {
  const breaks = new Set<number>()
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position)
  if (!UNSPACED.test(text)) return breaks
  for (const { index, segment } of WORDS.segment(text))
    if (index > 0 && UNSPACED.test(segment) && UNSPACED.test(text[index - 1] ?? '')) breaks.add(index)
  return new Set([...breaks].sort((a, b) => a - b))
}
