import { assert } from '../../../src/domain/assert.ts'
import { gstIncluded, splitCredit, splitGst, type TaxKind, type TaxSplit } from '../../../src/domain/invoicing/gst.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'

const KINDS: readonly TaxKind[] = ['INTRA', 'INTER', 'EXPORT', 'NONE']
const PERCENTS = [18n, 5n, 12n, 28n] as const

/** Small amounts, where rounding matters, and large ones beyond the precision of a float. */
const amountBy = (random: SeededRandom) =>
  BigInt(1 + random.below(10 ** (1 + random.below(9)))) * (random.below(50) ? 1n : 1_000_003n)

/** Splits amounts into tax parts and refunds them in pieces. Throws at the first that does not add up. */
export function expectWholeParts(amounts: number, seed: number) {
  const random = seededRandom(seed)
  for (let i = 0; i < amounts; i++) {
    const [amount, kind, percent] = [amountBy(random), random.pick(KINDS), random.pick(PERCENTS)]
    const above = splitGst(amount, kind, percent)
    const within = gstIncluded(amount, kind, percent)
    const what = `${amount} ${kind} ${percent}`
    assert(above.baseMinorUnit === amount, `${what}: the base stays`)
    assert(within.totalMinorUnit === amount, `${what}: the total stays`)
    // Compares twice the tax of a half with twice half of the exact tax: the difference is at most half a unit.
    const exact = amount * percent - 100n * above.gstMinorUnit
    if (kind === 'INTRA' || kind === 'INTER') assert(exact >= -100n && exact <= 100n, `${what}: rounded to the nearest`)
    for (const split of [above, within]) assertWhole(split, what)
    if (i % 10 === 0) assertPieces(above, random, what)
  }
}

function assertWhole(split: TaxSplit, what: string) {
  const { baseMinorUnit, cgstMinorUnit, sgstMinorUnit, igstMinorUnit, gstMinorUnit, totalMinorUnit } = split
  assert(cgstMinorUnit + sgstMinorUnit + igstMinorUnit === gstMinorUnit, `${what}: the taxes are the tax`)
  assert(baseMinorUnit + gstMinorUnit === totalMinorUnit, `${what}: base and tax are the total`)
  assert(cgstMinorUnit === sgstMinorUnit, `${what}: the halves are equal`)
  assert(cgstMinorUnit === 0n || igstMinorUnit === 0n, `${what}: one or the other`)
  for (const part of Object.values(split)) assert(part >= 0n, `${what}: no part is negative`)
}

function assertPieces(invoice: TaxSplit, random: SeededRandom, what: string) {
  let given = 0n
  const sum = { baseMinorUnit: 0n, cgstMinorUnit: 0n, sgstMinorUnit: 0n, igstMinorUnit: 0n }
  while (given < invoice.totalMinorUnit) {
    const rest = invoice.totalMinorUnit - given
    const wanted = random.below(4) ? 1n + (rest * BigInt(random.below(100))) / 100n : rest
    const piece = splitCredit(invoice, given, wanted)
    // Only a single unit can be too small to refund; one more unit then works.
    if (!piece) assert(wanted === 1n && rest > 0n, `${what}: only one unit is too small`)
    const amount = piece ? wanted : rest
    const taken = piece ?? splitCredit(invoice, given, amount)
    if (!taken) return
    assertWhole(taken, `${what}, ${amount} after ${given}`)
    assert(taken.totalMinorUnit === amount, `${what}: a piece is what was asked for`)
    for (const part of Object.keys(sum) as (keyof typeof sum)[]) sum[part] += taken[part]
    given += amount
  }
  for (const part of Object.keys(sum) as (keyof typeof sum)[])
    assert(sum[part] === invoice[part], `${what}: the pieces of ${part} are the whole`)
}
