import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLabels, LABEL_CHARS_MAX, normalizeLabel, readLabel, splitLabels, unionLabels } from './labels.ts'

const text = fc.string({ unit: 'binary', maxLength: 20 })
const labels = fc.array(fc.constantFrom('VIP', 'vip', ' Vip ', 'ＶＩＰ', 'Straße', 'STRASSE', 'new', 'ग्राहक'))
const folded = (list: readonly string[]) => new Set(list.map(normalizeLabel))

describe('labels', () => {
  test.each([
    ['VIP', 'vip'],
    ['  New   customers ', 'new customers'],
    ['ＶＩＰ', 'vip'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['no\u00a0break', 'No break'],
    ['V\u200bIP', 'vip'],
  ])('%j and %j are one label', (one, other) => {
    expect(normalizeLabel(one)).toBe(normalizeLabel(other))
  })

  test.each([
    ['VIP', 'VIPs'],
    ['resume', 'résumé'],
    ['कल', 'काल'],
  ])('%j and %j are two', (one, other) => {
    expect(normalizeLabel(one)).not.toBe(normalizeLabel(other))
  })

  test('normalising is idempotent', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(normalizeLabel(normalizeLabel(name))).toBe(normalizeLabel(name))
      }),
    )
  })

  test('are united in order, each in its first spelling', () => {
    expect(unionLabels(['VIP', 'Delhi'], ['delhi', 'New', 'vip', 'NEW'])).toEqual(['VIP', 'Delhi', 'New'])
  })

  test('a union has all labels of both without duplicates', () => {
    fc.assert(
      fc.property(labels, labels, (a, b) => {
        const union = unionLabels(a, b)
        expect(folded(union)).toEqual(folded([...a, ...b]))
        expect(union).toHaveLength(folded(union).size)
        expect(unionLabels(union, b)).toEqual(union)
      }),
    )
  })

  test('a cell is split at commas, semicolons and bars', () => {
    expect(splitLabels(' VIP, new customers;Delhi | vip,, ')).toEqual({
      labels: ['VIP', 'new customers', 'Delhi'],
      tooLong: [],
    })
  })

  test.each([
    ['"VIP","New customer"', ['VIP', 'New customer']],
    ['"Pune, west", "a; b" ,c', ['Pune, west', 'a; b', 'c']],
    ['VIP, "Pune, west" ,"say ""hi"""', ['VIP', 'Pune, west', 'say "hi"']],
    ['* myContacts ::: Family ::: * starred', ['myContacts', 'Family', 'starred']],
    ['a:::b', ['a', 'b']],
    ['"* stars"', ['* stars']],
    ['5" pipes, 6" pipes', ['5" pipes', '6" pipes']],
    ['"not closed, VIP', ['"not closed', 'VIP']],
    ['VIP, "late" quote, "x, y"', ['VIP', '"late" quote', '"x', 'y"']],
  ])('a cell with the quotes of Mailchimp or the marks of Google, %j, is split into %j', (cell, expected) => {
    expect(splitLabels(cell)).toEqual({ labels: expected, tooLong: [] })
  })

  test('quotes that are not closed end with their cell', () => {
    expect(splitLabels('"VIP, new', 'Pune"').labels).toEqual(['"VIP', 'new', 'Pune"'])
  })

  test('labels joined in a cell are split into the same labels', () => {
    const piece = fc.constantFrom('a', 'B', ',', ';', '|', ':::', '"', '""', '* ', ' ', 'é')
    const label = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => readLabel(pieces.join('')))
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), (drawn) => {
        const given = unionLabels(
          drawn.filter((one) => one !== undefined),
          [],
        )
        expect(splitLabels(joinLabels(given))).toEqual({ labels: given, tooLong: [] })
      }),
      { numRuns: 500 },
    )
  })

  test('a text that is too long for a label is returned whole', () => {
    const note = 'n'.repeat(LABEL_CHARS_MAX + 1)
    expect(splitLabels(`VIP,${note}`)).toEqual({ labels: ['VIP'], tooLong: [note] })
    expect(readLabel('l'.repeat(LABEL_CHARS_MAX))).toBeDefined()
  })

  test('a label whose normalised form is too long for an index is invalid', () => {
    expect(readLabel('\ufdfa'.repeat(50))).toBeUndefined()
  })

  test('nothing of a cell is lost', () => {
    const cell = fc.array(fc.constantFrom('a', 'B', ',', ';', '|', ' ', 'x'.repeat(60)), { maxLength: 12 })
    fc.assert(
      fc.property(cell, (parts) => {
        const { labels, tooLong } = splitLabels(parts.join(''))
        const pieces = parts.join('').split(/[,;|]/).map(normalizeLabel).filter(Boolean)
        expect(folded([...labels, ...tooLong])).toEqual(new Set(pieces))
      }),
    )
  })
})
