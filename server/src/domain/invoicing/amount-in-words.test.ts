import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0n, 'INR', 'Rupees Zero Only'],
  [5n, 'INR', 'Rupees Zero and Five Paise Only'],
  [294_882n, 'INR', 'Rupees Two Thousand Nine Hundred Forty-Eight and Eighty-Two Paise Only'],
  [10_000_000n, 'INR', 'Rupees One Lakh Only'],
  [13_982_882n, 'INR', 'Rupees One Lakh Thirty-Nine Thousand Eight Hundred Twenty-Eight and Eighty-Two Paise Only'],
  [100_000_000_000n, 'INR', 'Rupees One Hundred Crore Only'],
  [
    12_345_678_900_000n,
    'INR',
    'Rupees Twelve Thousand Three Hundred Forty-Five Crore Sixty-Seven Lakh Eighty-Nine Thousand Only',
  ],
  [1_234_567n, 'AED', 'AED Twelve Thousand Three Hundred Forty-Five and 67/100 Only'],
  [2_000_011n, 'JPY', 'JPY Two Million Eleven Only'],
  [3_000_000_000n, 'JPY', 'JPY Three Billion Only'],
  [1_005n, 'KWD', 'KWD One and 005/1000 Only'],
])('%d of %s', (minorUnits, currency, words) => {
  expect(amountInWords(minorUnits, currency)).toBe(words)
})

test('every number below a hundred is spelled out', () => {
  const ones = 'Zero One Two Three Four Five Six Seven Eight Nine'.split(' ')
  const teens = 'Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(' ')
  const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
  const compound = tens.flatMap((ten) => ones.map((one) => (one === 'Zero' ? ten : `${ten}-${one}`)))
  const words = [...ones, ...teens, ...compound]
  expect(Array.from({ length: 100 }, (_, n) => amountInWords(BigInt(n), 'JPY'))).toEqual(
    words.map((word) => `JPY ${word} Only`),
  )
})
