export interface NamedPlaces {
  /** One for each number of the row, the bad ones included. */
  names: string[]
  isSuspicious: boolean
}

/**
 * Who the numbers of a row belong to: as many names as numbers are paired in order, one name has all numbers. Otherwise
 * nobody can tell, and each number has the whole name: `Smith & Sons` with one number is one contact.
 */
export function namePlaces(wholeName: string, count: number): NamedPlaces {
  if (!SEPARATOR.test(wholeName)) return { names: repeat(wholeName, count), isSuspicious: false }
  const names = wholeName.split(SEPARATOR).filter((name) => name !== '')
  const [first = ''] = names
  if (names.length <= 1) return { names: repeat(first, count), isSuspicious: false }
  if (names.length === count) return { names, isSuspicious: false }
  return { names: repeat(wholeName, count), isSuspicious: true }
}

/** In a clean text, where white space is single spaces. */
const SEPARATOR = / ?[&/;] ?| and /i

const repeat = (name: string, count: number) => (count === 1 ? [name] : Array<string>(count).fill(name))
