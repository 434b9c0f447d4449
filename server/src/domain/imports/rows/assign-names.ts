interface AssignedNames {
  /** One for each number of the row, including invalid ones. */
  names: string[]
  isSuspicious: boolean
}

/**
 * Assigns names to the numbers of a row: equally many names and numbers are paired in order, and a single name is used
 * for all numbers. Otherwise the pairing is ambiguous and each number gets the whole text: `Smith & Sons` with one
 * number is one contact.
 */
export function assignNames(wholeName: string, count: number): AssignedNames {
  if (!SEPARATOR.test(wholeName)) return { names: repeat(wholeName, count), isSuspicious: false }
  const names = wholeName.split(SEPARATOR).filter((name) => name !== '')
  const [first = ''] = names
  if (names.length <= 1) return { names: repeat(first, count), isSuspicious: false }
  if (names.length === count) return { names, isSuspicious: false }
  return { names: repeat(wholeName, count), isSuspicious: true }
}

/**
 * Expects clean text, in which white space is single spaces. A slash between single letters is an abbreviation of one
 * name: `M/S Sharma Traders`, `Ravi S/O Mohan`.
 */
const SEPARATOR = / ?[&;] ?| ?(?<!(?<!\p{L})\p{L} ?(?=\/ ?\p{L}(?!\p{L})))\/ ?| and /iu

const repeat = (name: string, count: number) => (count === 1 ? [name] : Array<string>(count).fill(name))
