/**
 * Whether the numbers of an import look generated rather than collected.
 *
 * A number is sequential when it has more than a hundred others around it within a thousand consecutive numbers. Real
 * address books are far thinner, even of a shop that half a town has left its number with. A company's own block of
 * numbers has at most a hundred in most cases, and a list of many companies has many such blocks; neither counts. It is
 * irrelevant in which order the numbers stand, and whether some of them are left out.
 */

/** More than these in a span make its numbers sequential. */
const COMPANY_BLOCK_NUMBERS = 100
const SPAN_NUMBERS = 1_000
/** Fewer are not worth an operator's time, nor is a small part of a large import. */
export const SEQUENTIAL_CONTACTS_MIN = 200
const SEQUENTIAL_PERCENT_MIN = 10

interface NumberInspection {
  contacts: number
  sequentialContacts: number
}

/** `mobiles` are E.164 numbers without `+`; each counts once. */
export function inspectNumbers(mobiles: Iterable<string>): NumberInspection {
  // At most 15 digits, so a number represents them exactly.
  const sorted = Float64Array.from(new Set(mobiles), Number).sort()
  let sequentialContacts = 0
  /** Numbers before this index are counted already. */
  let counted = 0
  for (let first = 0; first + COMPANY_BLOCK_NUMBERS < sorted.length; first++) {
    const last = first + COMPANY_BLOCK_NUMBERS
    if ((sorted[last] as number) - (sorted[first] as number) >= SPAN_NUMBERS) continue
    sequentialContacts += last + 1 - Math.max(first, counted)
    counted = last + 1
  }
  return { contacts: sorted.length, sequentialContacts }
}

export const looksGenerated = ({ contacts, sequentialContacts }: NumberInspection) =>
  sequentialContacts >= SEQUENTIAL_CONTACTS_MIN && sequentialContacts * 100 >= contacts * SEQUENTIAL_PERCENT_MIN
