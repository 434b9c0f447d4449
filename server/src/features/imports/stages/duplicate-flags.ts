import { IMPORT_CHUNK_ROWS_MAX } from '../../../domain/limits.ts'
import { BinaryRows, uuidBytes } from '../../../platform/db/binary-rows.ts'
import { SLOTS_PER_ROW } from '../slots.ts'

/**
 * What it takes to find the duplicates of a file: of each contact half of its number's hash, which is more than enough to
 * tell numbers apart, its place, and whether it has warnings. A few bytes of each instead of whole rows, and in parts, so
 * that a file of any length is looked through in little memory: all contacts with one number are in the same part.
 */
export const PARTS = 8

const HASH_WORDS = 4
const ROW_WORD = 4
const PLACE_WORD = 5
const WORDS = 6
const WORD_BYTES = 4
const IS_WARNED = 1 << 30
const IS_ROW_WARNED = 1 << 29
const PLACE_BITS = SLOTS_PER_ROW - 1

/** Somewhat more than an even share, so that most chunks need no more. */
const PART_WORDS = Math.ceil((IMPORT_CHUNK_ROWS_MAX / PARTS) * 1.2) * WORDS

/** The marks of one chunk, for the COPY statement of staging.sql.ts. */
export class DuplicateFlags {
  private readonly head: Uint8Array[]
  private readonly firstRow: number
  private readonly parts = Array.from({ length: PARTS }, () => new Uint32Array(PART_WORDS))
  private readonly lengths = new Uint32Array(PARTS)

  constructor(vendorId: string, jobId: string, firstRow: number) {
    this.head = [uuidBytes(vendorId), uuidBytes(jobId)]
    this.firstRow = firstRow
  }

  /** `isRowWarned` is also true where another contact of the row has the warnings. */
  add(mobileHash: Buffer, rowIndex: number, place: number, isWarned: boolean, isRowWarned: boolean) {
    const part = (mobileHash[0] as number) % PARTS
    const at = this.lengths[part] as number
    const words = this.roomIn(part, at)
    for (let word = 0; word < HASH_WORDS; word++) words[at + word] = mobileHash.readUInt32LE(word * WORD_BYTES)
    words[at + ROW_WORD] = rowIndex
    words[at + PLACE_WORD] = place | (isWarned ? IS_WARNED : 0) | (isRowWarned ? IS_ROW_WARNED : 0)
    this.lengths[part] = at + WORDS
  }

  finish(): Uint8Array {
    const words = this.lengths.reduce((sum, length) => sum + length)
    const rows = new BinaryRows(words * WORD_BYTES + PARTS * 64)
    this.parts.forEach((marks, part) => {
      const length = this.lengths[part] as number
      if (length === 0) return
      rows.row(5)
      for (const id of this.head) rows.bytes(id)
      rows.int4(part)
      rows.int4(this.firstRow)
      rows.bytes(new Uint8Array(marks.buffer, 0, length * WORD_BYTES))
    })
    return rows.finish()
  }

  private roomIn(part: number, length: number): Uint32Array {
    const words = this.parts[part] as Uint32Array<ArrayBuffer>
    if (length < words.length) return words
    const larger = new Uint32Array(words.length * 2)
    larger.set(words)
    this.parts[part] = larger
    return larger
  }
}

export interface Duplicates {
  /** Contacts with a number that was not there before. */
  items: number
  /** Those of them that have warnings, be it that their number comes again. */
  warningItems: number
  /** Places whose number was there before, number by number and in the order of the file, and where it was first. */
  places: Float64Array
  firstPlaces: Float64Array
  /** The rows of these places that have no other warning. */
  repeatingRows: Uint32Array
}

/** Finds who has the number of somebody before. The marks may come in any order, and more than once. */
export function findDuplicates(stored: readonly Uint8Array[]): Duplicates {
  const marks = wordsOf(stored)
  const count = marks.length / WORDS
  const word = (mark: number, at: number) => marks[mark * WORDS + at] as number
  const placeOf = (mark: number) => word(mark, ROW_WORD) * SLOTS_PER_ROW + (word(mark, PLACE_WORD) & PLACE_BITS)
  const has = (mark: number, flag: number) => (word(mark, PLACE_WORD) & flag) !== 0

  const { firsts, slotOf } = byNumber(marks, count, placeOf)
  const firstOf = (mark: number) => firsts[slotOf[mark] as number] as number
  let items = 0
  let warningItems = 0
  const later: number[] = []
  for (let mark = 0; mark < count; mark++) {
    if (placeOf(firstOf(mark)) !== placeOf(mark)) later.push(mark)
    else if (firstOf(mark) === mark) {
      items++
      if (has(mark, IS_WARNED)) warningItems++
    }
  }
  for (const mark of new Set(later.map(firstOf))) if (!has(mark, IS_WARNED)) warningItems++
  later.sort((a, b) => placeOf(firstOf(a)) - placeOf(firstOf(b)) || placeOf(a) - placeOf(b))
  const unwarned = later.filter((mark) => !has(mark, IS_ROW_WARNED))
  return {
    items,
    warningItems,
    places: Float64Array.from(later, placeOf),
    firstPlaces: Float64Array.from(later, (mark) => placeOf(firstOf(mark))),
    repeatingRows: Uint32Array.from(unwarned, (mark) => word(mark, ROW_WORD)),
  }
}

/** A table of numbers by open addressing: the slot of each mark's number, and in each slot the first of its marks. */
function byNumber(marks: Uint32Array, count: number, placeOf: (mark: number) => number) {
  const firsts = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1)
  const slotOf = new Uint32Array(count)
  const lastSlot = firsts.length - 1
  for (let mark = 0; mark < count; mark++) {
    // Hashes are spread evenly as they are.
    let slot = (marks[mark * WORDS + 1] as number) & lastSlot
    while (firsts[slot] !== -1 && !isSameNumber(marks, firsts[slot] as number, mark)) slot = (slot + 1) & lastSlot
    const first = firsts[slot] as number
    if (first === -1 || placeOf(mark) < placeOf(first)) firsts[slot] = mark
    slotOf[mark] = slot
  }
  return { firsts, slotOf }
}

function isSameNumber(marks: Uint32Array, a: number, b: number) {
  for (let at = 0; at < HASH_WORDS; at++) if (marks[a * WORDS + at] !== marks[b * WORDS + at]) return false
  return true
}

function wordsOf(stored: readonly Uint8Array[]): Uint32Array {
  const bytes = new Uint8Array(stored.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const some of stored) {
    bytes.set(some, at)
    at += some.byteLength
  }
  return new Uint32Array(bytes.buffer)
}
