import { IMPORT_CHUNK_ROWS_MAX } from '../../../domain/limits.ts'
import { BinaryRows, uuidBytes } from '../../../platform/db/binary-rows.ts'
import { SLOTS_PER_ROW } from './slots.ts'

/**
 * The data needed to find duplicates in a file: of each contact half of its number's hash (enough to tell numbers
 * apart), its slot, and whether it has warnings. These few bytes per contact are split into partitions by number, so
 * that files of any length are searched in little memory.
 */
export const PARTITIONS = 8

export const partitionOf = (mobileHash: Uint8Array) => (mobileHash[0] as number) % PARTITIONS

export const HASH_WORDS = 4
export const ROW_WORD = 4
export const SLOT_WORD = 5
export const ENTRY_WORDS = 6
export const WORD_BYTES = 4
const WARNED_FLAG = 1 << 30
const ROW_WARNED_FLAG = 1 << 29
export const SLOT_MASK = SLOTS_PER_ROW - 1

/** Slightly more than an even share, so that most chunks need no reallocation. */
const PARTITION_WORDS = Math.ceil((IMPORT_CHUNK_ROWS_MAX / PARTITIONS) * 1.2) * ENTRY_WORDS

/** The entries of one chunk, in the format of the COPY statement in staging.sql.ts. */
export class DuplicateFlags {
  private readonly head: Uint8Array[]
  private readonly firstRow: number
  private readonly partitions = Array.from({ length: PARTITIONS }, () => new Uint32Array(PARTITION_WORDS))
  private readonly lengths = new Uint32Array(PARTITIONS)

  constructor(vendorId: string, jobId: string, firstRow: number) {
    this.head = [uuidBytes(vendorId), uuidBytes(jobId)]
    this.firstRow = firstRow
  }

  /** `isRowWarned` is also true if another contact of the same row has the warnings. */
  add(mobileHash: Buffer, rowIndex: number, indexInRow: number, isWarned: boolean, isRowWarned: boolean) {
    const partition = partitionOf(mobileHash)
    const at = this.lengths[partition] as number
    const words = this.wordsOf(partition, at)
    for (let word = 0; word < HASH_WORDS; word++) words[at + word] = mobileHash.readUInt32LE(word * WORD_BYTES)
    words[at + ROW_WORD] = rowIndex
    words[at + SLOT_WORD] = indexInRow | (isWarned ? WARNED_FLAG : 0) | (isRowWarned ? ROW_WARNED_FLAG : 0)
    this.lengths[partition] = at + ENTRY_WORDS
  }

  finish(): Uint8Array {
    const words = this.lengths.reduce((sum, length) => sum + length)
    const rows = new BinaryRows(words * WORD_BYTES + PARTITIONS * 64)
    this.partitions.forEach((entries, partition) => {
      const length = this.lengths[partition] as number
      if (length === 0) return
      rows.row(5)
      for (const id of this.head) rows.bytes(id)
      rows.int4(partition)
      rows.int4(this.firstRow)
      rows.bytes(new Uint8Array(entries.buffer, 0, length * WORD_BYTES))
    })
    return rows.finish()
  }

  private wordsOf(partition: number, length: number): Uint32Array {
    const words = this.partitions[partition] as Uint32Array<ArrayBuffer>
    if (length < words.length) return words
    const larger = new Uint32Array(words.length * 2)
    larger.set(words)
    this.partitions[partition] = larger
    return larger
  }
}

export interface Duplicates {
  /** Contacts whose number does not occur earlier in the file. */
  items: number
  /** Those of them with warnings, including that their number occurs again. */
  warningItems: number
  /**
   * Slots whose number occurs earlier, ordered by number and position in the file, and the slot of the first
   * occurrence.
   */
  slots: Float64Array
  firstSlots: Float64Array
  /** The rows of these slots that have no other warning. */
  duplicateRows: Uint32Array
}

/** Finds entries whose number occurs earlier. The stored entries may come in any order and more than once. */
export function findDuplicates(stored: readonly Uint8Array[]): Duplicates {
  const entries = concatWords(stored)
  const count = entries.length / ENTRY_WORDS
  const word = (entry: number, at: number) => entries[entry * ENTRY_WORDS + at] as number
  const slotOf = (entry: number) => word(entry, ROW_WORD) * SLOTS_PER_ROW + (word(entry, SLOT_WORD) & SLOT_MASK)
  const has = (entry: number, flag: number) => (word(entry, SLOT_WORD) & flag) !== 0

  const { firsts, bucketOf } = indexByNumber(entries, count, slotOf)
  const firstOf = (entry: number) => firsts[bucketOf[entry] as number] as number
  let items = 0
  let warningItems = 0
  const later: number[] = []
  for (let entry = 0; entry < count; entry++) {
    if (slotOf(firstOf(entry)) !== slotOf(entry)) later.push(entry)
    else if (firstOf(entry) === entry) {
      items++
      if (has(entry, WARNED_FLAG)) warningItems++
    }
  }
  for (const entry of new Set(later.map(firstOf))) if (!has(entry, WARNED_FLAG)) warningItems++
  later.sort((a, b) => slotOf(firstOf(a)) - slotOf(firstOf(b)) || slotOf(a) - slotOf(b))
  const unwarned = later.filter((entry) => !has(entry, ROW_WARNED_FLAG))
  return {
    items,
    warningItems,
    slots: Float64Array.from(later, slotOf),
    firstSlots: Float64Array.from(later, (entry) => slotOf(firstOf(entry))),
    duplicateRows: Uint32Array.from(unwarned, (entry) => word(entry, ROW_WORD)),
  }
}

/**
 * A hash table of numbers with open addressing: the bucket of each entry's number, and in each bucket its first entry.
 */
function indexByNumber(entries: Uint32Array, count: number, slotOf: (entry: number) => number) {
  const firsts = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1)
  const bucketOf = new Uint32Array(count)
  const lastBucket = firsts.length - 1
  for (let entry = 0; entry < count; entry++) {
    // The hashes are evenly distributed already.
    let bucket = (entries[entry * ENTRY_WORDS + 1] as number) & lastBucket
    while (firsts[bucket] !== -1 && !isSameNumber(entries, firsts[bucket] as number, entry))
      bucket = (bucket + 1) & lastBucket
    const first = firsts[bucket] as number
    if (first === -1 || slotOf(entry) < slotOf(first)) firsts[bucket] = entry
    bucketOf[entry] = bucket
  }
  return { firsts, bucketOf }
}

function isSameNumber(entries: Uint32Array, a: number, b: number) {
  for (let at = 0; at < HASH_WORDS; at++)
    if (entries[a * ENTRY_WORDS + at] !== entries[b * ENTRY_WORDS + at]) return false
  return true
}

function concatWords(stored: readonly Uint8Array[]): Uint32Array {
  const bytes = new Uint8Array(stored.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const some of stored) {
    bytes.set(some, at)
    at += some.byteLength
  }
  return new Uint32Array(bytes.buffer)
}
