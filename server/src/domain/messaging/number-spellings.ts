/**
 * In three countries the provider uses other digits than people dial: Brazil without the ninth digit, Mexico with a 1
 * and Argentina without the 9 after the country code. Comparisons must include all spellings.
 */
const VARIANTS: readonly { long: RegExp; short: RegExp; infix: string }[] = [
  { long: /^(55\d\d)9([6-9]\d{7})$/, short: /^(55\d\d)([6-9]\d{7})$/, infix: '9' },
  { long: /^(52)1(\d{10})$/, short: /^(52)(\d{10})$/, infix: '1' },
  { long: /^(54)9(\d{10})$/, short: /^(54)(\d{10})$/, infix: '9' },
]

/** The canonical spelling of a number. Digits only, as everywhere here. */
export function shortSpelling(digits: string): string {
  const parts = firstMatch(digits, ({ long }) => long)
  return parts ? parts.head + parts.tail : digits
}

/** The given spelling, and the other one where it exists. */
export function spellingsOf(digits: string): string[] {
  const short = shortSpelling(digits)
  if (short !== digits) return [digits, short]
  const parts = firstMatch(digits, (twin) => twin.short)
  return parts ? [digits, parts.head + parts.infix + parts.tail] : [digits]
}

function firstMatch(digits: string, patternOf: (twin: (typeof VARIANTS)[number]) => RegExp) {
  for (const twin of VARIANTS) {
    const [, head, tail] = patternOf(twin).exec(digits) ?? []
    if (head && tail) return { head, tail, infix: twin.infix }
  }
  return undefined
}
