/**
 * In three countries the provider knows mobiles by other digits than people dial: Brazil without the ninth digit, Mexico
 * with a 1 and Argentina without the 9 behind the country code. Whoever compares numbers compares all spellings.
 */
const TWINS: readonly { long: RegExp; short: RegExp; infix: string }[] = [
  { long: /^(55\d\d)9([6-9]\d{7})$/, short: /^(55\d\d)([6-9]\d{7})$/, infix: '9' },
  { long: /^(52)1(\d{10})$/, short: /^(52)(\d{10})$/, infix: '1' },
  { long: /^(54)9(\d{10})$/, short: /^(54)(\d{10})$/, infix: '9' },
]

/** The one spelling that stands for all of a phone. Digits only, as everywhere here. */
export function shortSpelling(digits: string): string {
  const parts = firstMatch(digits, ({ long }) => long)
  return parts ? parts.head + parts.tail : digits
}

/** As given, and the other way round where there is one. */
export function spellingsOf(digits: string): string[] {
  const short = shortSpelling(digits)
  if (short !== digits) return [digits, short]
  const parts = firstMatch(digits, (twin) => twin.short)
  return parts ? [digits, parts.head + parts.infix + parts.tail] : [digits]
}

function firstMatch(digits: string, patternOf: (twin: (typeof TWINS)[number]) => RegExp) {
  for (const twin of TWINS) {
    const [, head, tail] = patternOf(twin).exec(digits) ?? []
    if (head && tail) return { head, tail, infix: twin.infix }
  }
  return undefined
}
