import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectWholeParts } from '../../../tests/support/money/gst-amounts.ts'
import { exampleCount } from '../../../tests/support/random/example-count.ts'
import {
  gstIncluded,
  placeOfSupply,
  refundedBase,
  splitCredit,
  splitGst,
  stateTaxName,
  type TaxKind,
  taxKindAt,
} from './gst.ts'

test.each([
  ['SMB setup', 99_900n, 17_982n, 117_882n],
  ['SMB monthly', 249_900n, 44_982n, 294_882n],
  ['SMB quarterly', 719_700n, 129_546n, 849_246n],
  ['SMB annual', 2_848_800n, 512_784n, 3_361_584n],
  ['Enterprise setup', 249_900n, 44_982n, 294_882n],
  ['Enterprise monthly', 1_000_000n, 180_000n, 1_180_000n],
  ['Enterprise quarterly', 2_915_000n, 524_700n, 3_439_700n],
  ['Enterprise annual', 11_849_900n, 2_132_982n, 13_982_882n],
])('%s costs the same in every state', (_, base, gst, total) => {
  const half = gst / 2n
  const whole = { baseMinorUnit: base, gstMinorUnit: gst, totalMinorUnit: total }
  expect(splitGst(base, 'INTRA')).toEqual({ ...whole, cgstMinorUnit: half, sgstMinorUnit: half, igstMinorUnit: 0n })
  expect(splitGst(base, 'INTER')).toEqual({ ...whole, cgstMinorUnit: 0n, sgstMinorUnit: 0n, igstMinorUnit: gst })
})

test('each half is rounded half up, and the tax is their sum, across states too', () => {
  // 9% of 50 is 4.5, of 49 is 4.41, of 6 is 0.54.
  for (const [base, half] of [
    [50n, 5n],
    [49n, 4n],
    [6n, 1n],
    [5n, 0n],
  ] as const) {
    expect(splitGst(base, 'INTRA')).toMatchObject({ cgstMinorUnit: half, sgstMinorUnit: half, gstMinorUnit: 2n * half })
    expect(splitGst(base, 'INTER').igstMinorUnit).toBe(2n * half)
  }
})

test('each half is rounded to the nearest for every amount to 20,000 and beyond the range of floats', () => {
  const large = [2n ** 53n + 1n, 10n ** 17n + 50n, 10n ** 17n + 49n]
  const amounts = [...Array.from({ length: 20_001 }, (_, i) => BigInt(i)), ...large]
  const isNearest = (base: bigint, half: bigint) => {
    const rest = base * 9n - half * 100n
    return -50n <= rest && rest < 50n
  }
  expect(amounts.filter((base) => !isNearest(base, splitGst(base, 'INTRA').cgstMinorUnit))).toEqual([])
})

test('exports and prepaid credit carry no tax', () => {
  for (const kind of ['EXPORT', 'NONE'] as const) {
    expect(splitGst(99_900n, kind)).toMatchObject({ gstMinorUnit: 0n, totalMinorUnit: 99_900n })
    expect(gstIncluded(99_900n, kind, 18n)).toMatchObject({ gstMinorUnit: 0n, baseMinorUnit: 99_900n })
  }
})

/** The long test checks a million. */
test('parts add up to the whole, added and included, for 100,000 amounts (seed 77)', () => {
  expectWholeParts(exampleCount(100_000), 77)
})

test('a part too small to hold its own tax is refused', () => {
  const invoice = splitGst(100n, 'INTRA')
  // 9 of 118 are due at 13.1, so the fourteenth unit would owe two of tax.
  expect(splitCredit(invoice, 13n, 1n)).toBeUndefined()
  expect(splitCredit(invoice, 13n, 2n)).toMatchObject({ baseMinorUnit: 0n, gstMinorUnit: 2n })
})

test('tax that is included in a total is the tax of its base', () => {
  expect(gstIncluded(11_800n, 'INTRA', 18n)).toEqual(splitGst(10_000n, 'INTRA'))
  expect(gstIncluded(11_200n, 'INTER', 12n)).toEqual(splitGst(10_000n, 'INTER', 12n))
  // 18 of 118 parts of 100 are 15.25, in halves of 7.63.
  expect(gstIncluded(100n, 'INTRA', 18n)).toMatchObject({ baseMinorUnit: 84n, cgstMinorUnit: 8n, gstMinorUnit: 16n })
})

test('the refunded part that is not tax is the sum of the bases of the credit notes, however many there are', () => {
  const kind = fc.constantFrom('INTRA', 'INTER', 'EXPORT', 'NONE')
  const pieces = fc.array(fc.bigInt(2n, 40_000n), { maxLength: 5 })
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 6n), kind, pieces, (base, taxKind, wanted) => {
      const invoice = splitGst(base, taxKind as TaxKind)
      let [refunded, bases] = [0n, 0n]
      for (const amount of wanted) {
        if (refunded + amount > invoice.totalMinorUnit) break
        bases += splitCredit(invoice, refunded, amount)?.baseMinorUnit ?? 0n
        refunded += amount
      }
      expect(refundedBase(invoice, refunded)).toBe(bases)
      expect(refundedBase(invoice, invoice.totalMinorUnit)).toBe(base)
    }),
  )
})

describe('the place of supply', () => {
  const unknownRecipient = { gstin: null, country: 'IN', stateCode: null, stateName: null }
  test.each([
    [
      'the state of the tax number, before all else',
      { gstin: '29AAGCB7383J1Z4', country: 'AE', stateCode: '27' },
      '29',
    ],
    ['abroad without one', { country: 'AE', stateCode: '27' }, '96'],
    ['the state of the address', { stateCode: '07' }, '07'],
    ['the state by its name', { stateName: ' tamil nadu ' }, '33'],
    ['the code before the name', { stateCode: '07', stateName: 'Goa' }, '07'],
    ['our own when the address says nothing that we know', { stateCode: 'XX', stateName: 'Atlantis' }, '27'],
    ['our own for a name of the language', { stateCode: 'constructor', stateName: '__proto__' }, '27'],
    ['our own when nothing is known', {}, '27'],
  ])('is %s', (_, recipient, place) => {
    expect(placeOfSupply({ ...unknownRecipient, ...recipient }, '27')).toBe(place)
  })

  test('by name is the state and not the place of a supplier elsewhere', () => {
    expect(placeOfSupply({ ...unknownRecipient, stateName: 'Maharashtra' }, '29')).toBe('27')
  })

  test('determines which taxes apply', () => {
    expect([taxKindAt('27', '27'), taxKindAt('29', '27'), taxKindAt('96', '27')]).toEqual(['INTRA', 'INTER', 'EXPORT'])
  })

  test("the state's half is UTGST in union territories without a legislature", () => {
    expect(['04', '26', '31', '35', '38', '97'].map(stateTaxName)).toEqual(Array(6).fill('UTGST'))
    expect(['01', '07', '34', '27'].map(stateTaxName)).toEqual(Array(4).fill('SGST'))
  })
})
