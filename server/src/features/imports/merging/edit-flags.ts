import { SLOTS_PER_ROW } from '../staging/slots.ts'
import { ENTRY_WORDS, HASH_WORDS, ROW_WORD, SLOT_MASK, SLOT_WORD, WORD_BYTES } from './duplicate-flags.ts'

/** How much of a number's hash an entry contains. */
export const HASH_BYTES = HASH_WORDS * WORD_BYTES

/** The slots of these numbers among stored entries, by number: its hash in hexadecimal. */
export function slotsOfNumbers(stored: readonly Uint8Array[], hashes: readonly Uint8Array[]): Map<string, bigint[]> {
  const numberOf = new Map(hashes.map((hash) => [keyOf(hash), Buffer.from(hash).toString('hex')]))
  const slots = new Map<string, Set<bigint>>()
  for (const entries of stored.map(wordsOf))
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      const number = numberOf.get(keyOf(new Uint8Array(entries.buffer, at * WORD_BYTES, HASH_BYTES)))
      if (number === undefined) continue
      const slot = BigInt(slotAt(entries, at))
      const known = slots.get(number)
      if (known) known.add(slot)
      else slots.set(number, new Set([slot]))
    }
  const inFileOrder = (a: bigint, b: bigint) => (a < b ? -1 : 1)
  return new Map([...slots].map(([number, found]) => [number, [...found].sort(inFileOrder)]))
}

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

const keyOf = (hash: Uint8Array) => Buffer.from(hash.buffer, hash.byteOffset, HASH_BYTES).toString('latin1')

const slotAt = (entries: Uint32Array, at: number) =>
  (entries[at + ROW_WORD] as number) * SLOTS_PER_ROW + ((entries[at + SLOT_WORD] as number) & SLOT_MASK)

/** Copied, because words must be aligned. */
const wordsOf = (stored: Uint8Array) => new Uint32Array(new Uint8Array(stored).buffer)
