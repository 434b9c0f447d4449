/** The name of the product, which everybody who attacks it tries first. */
const PRODUCT = 'harkara'
const WORD_LETTERS_MIN = 4
const REST_MIN = 4

/**
 * Whether a password is little more than the name of the product, of the company or of the person: less than four letters
 * and digits are left of it without them, not counting a year. `names` are company names and email addresses; of an
 * address the part before the @ counts. Shorter words than four letters would refuse good passwords.
 */
export function isContextPassword(password: string, names: readonly string[] = []): boolean {
  const words = [PRODUCT, ...names.flatMap(wordsOf)].sort((a, b) => b.length - a.length)
  let rest = compact(password)
  const before = rest
  for (const word of words) rest = rest.replaceAll(word, '')
  return rest !== before && [...rest.replace(/(19|20)\d\d/g, '')].length < REST_MIN
}

/** The whole name without spaces and signs, and each of its words. */
function wordsOf(name: string): string[] {
  const [own = ''] = name.split('@')
  return [compact(own), ...own.split(/[^\p{L}\p{M}]+/u).map(compact)].filter(
    (word) => [...word].filter((character) => /\p{L}/u.test(character)).length >= WORD_LETTERS_MIN,
  )
}

const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
