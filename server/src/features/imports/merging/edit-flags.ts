import { ENTRY_WORDS, HASH_WORDS, ROW_WORD, SLOT_MASK, SLOT_WORD, WORD_BYTES } from '../staging/duplicate-flags.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'

/** How much of a number's hash an entry contains. */
export const HASH_BYTES = HASH_WORDS * WORD_BYTES

/** The slots of these numbers among stored entries, by number: its hash in hexadecimal. */
export function slotsOfNumbers(stored: Iterable<Uint8Array>, hashes: readonly Uint8Array[]): Map<string, bigint[]> {
  const wanted = new Map<number, Wanted[]>()
  for (const [number, hash] of new Map(hashes.map((one) => [Buffer.from(one).toString('hex'), one]))) {
    const words = wordsOf(hash.subarray(0, HASH_BYTES))
    const first = words[0] as number
    wanted.set(first, [...(wanted.get(first) ?? []), { number, words, slots: new Set() }])
  }
  const isWanted = new Uint8Array(2 ** FILTER_BITS)
  for (const first of wanted.keys()) isWanted[first >>> FILTER_SHIFT] = 1
  for (const entries of stored) addSlots(wordsOf(entries), isWanted, wanted)
  const inFileOrder = (a: bigint, b: bigint) => (a < b ? -1 : 1)
  const found = [...wanted.values()].flat().filter(({ slots }) => slots.size > 0)
  return new Map(found.map(({ number, slots }) => [number, [...slots].sort(inFileOrder)]))
}

interface Wanted {
  number: string
  words: Uint32Array
  slots: Set<bigint>
}

const FILTER_BITS = 16
const FILTER_SHIFT = 32 - FILTER_BITS

/** Most entries are skipped by the first bits of their number, which is much faster than a map. */
function addSlots(entries: Uint32Array, isWanted: Uint8Array, wanted: ReadonlyMap<number, readonly Wanted[]>) {
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
    const first = entries[at] as number
    if (isWanted[first >>> FILTER_SHIFT] === 0) continue
    for (const { words, slots } of wanted.get(first) ?? NONE)
      if (words.every((word, i) => word === entries[at + i])) slots.add(BigInt(slotAt(entries, at)))
  }
}

const NONE: readonly Wanted[] = []

/** The entries of the rows that fulfil the condition. */
export function entriesWhere(stored: Uint8Array, isWanted: (row: number) => boolean): Uint8Array {
  const entries = wordsOf(stored)
  const kept = new Uint32Array(entries.length)
  let length = 0
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
    if (!isWanted(entries[at + ROW_WORD] as number)) continue
    kept.set(entries.subarray(at, at + ENTRY_WORDS), length)
    length += ENTRY_WORDS
  }
  return new Uint8Array(kept.buffer, 0, length * WORD_BYTES)
}

const slotAt = (entries: Uint32Array, at: number) =>
  (entries[at + ROW_WORD] as number) * SLOTS_PER_ROW + ((entries[at + SLOT_WORD] as number) & SLOT_MASK)

/** Copied, because words must be aligned. */
const wordsOf = (stored: Uint8Array) => new Uint32Array(new Uint8Array(stored).buffer)
