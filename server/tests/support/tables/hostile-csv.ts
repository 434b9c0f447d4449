import type { SeededRandom } from '../random/seeded-random.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { Hostile } from './hostile-workbooks.ts'

const GOOD = 'Asha,+919876543210\n'
const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(',')
const bytes = (random: SeededRandom, count: number, from: number, below: number) =>
  Buffer.from(Array.from({ length: count }, () => from + random.below(below - from)))

/** Texts that try to become one endless cell, a million columns, or something other than a table. */
const KINDS: readonly (readonly [what: string, isRefused: boolean, make: (random: SeededRandom) => string | Buffer])[] =
  [
    ['a quotation mark that never closes', false, (c) => `Name,Phone\n"Asha,${GOOD.repeat(1 + c.below(999))}`],
    ['one endless cell', true, (c) => 'a'.repeat(2_000_000 + c.below(999))],
    ['one endless quoted cell', false, (c) => `Phone\n"${`${'1'.repeat(200)}\n`.repeat(400 + c.below(99))}"`],
    ['a cell past 32 KB', true, (c) => `Name,Phone\n${GOOD}${'x'.repeat(32_769 + c.below(999))},1\n`],
    ['1,001 columns', true, () => `${names(1_001)}\n${GOOD}`],
    ['100,000 columns', true, (c) => `${names(100_000 + c.below(99))}\n`],
    ['a million names of columns', true, () => names(1_000_000)],
    ['a row far wider than the others', true, () => `Name,Phone\n${GOOD}${','.repeat(5_000)}1\n`],
    ['a name of a column past 256 letters', false, (c) => `Phone,${'n'.repeat(257 + c.below(999))}\n1,2\n`],
    ['nothing but delimiters', true, (c) => ',,,,\n'.repeat(1 + c.below(9_999))],
    ['nothing but line ends', true, (c) => '\r\n\n\r'.repeat(1 + c.below(9_999))],
    ['nothing but quotation marks', true, (c) => '"'.repeat(1 + 2 * c.below(99_999))],
    ['nothing but spaces', true, (c) => ' '.repeat(1 + c.below(99_999))],
    ['only a mark', true, (c) => Buffer.from(c.pick(['efbbbf', 'fffe', 'feff']), 'hex')],
    ['only a header', true, () => 'Name,Phone\n'],
    ['random bytes', true, (c) => bytes(c, 4_096, 0, 256)],
    [
      'names of the language',
      false,
      (c) => `Phone,__proto__,constructor,${c.pick(['toString', 'polluted'])}\n919876543210,1,2,3\n`,
    ],
    [
      'invalid UTF-8',
      false,
      (c) => Buffer.concat([Buffer.from('Name,Phone\n'), bytes(c, 40, 0x80, 0xff), Buffer.from(',1\n')]),
    ],
    [
      'NULs between the letters',
      false,
      (c) => `Na\0me,Phone\n${'\0'.repeat(c.below(3))}Asha,+91987654\0${3210}\n${GOOD.repeat(20)}`,
    ],
    ['text that turns around', false, () => 'Name,Phone\n\u202eAsha\u202c,\u202e+919876543210\n'],
    ['ten thousand numbers in a cell', false, (c) => `Phone\n"${`9${c.below(9)}87654321/`.repeat(2_500)}"\n`],
    ['ten thousand names in a cell', false, () => `Name,Phone\n"${'a&'.repeat(10_000)}",919876543210\n`],
    ['formulas', false, () => `Name,Phone\n"=cmd|' /C calc'!A0",+919876543210\n@SUM(1),=1+1\n`],
    ['delimiters of all kinds at once', false, () => 'a,b;c|d\te\n1,2;3|4\t5\n+919876543210,;|\t\n'],
    [
      'every kind of line end at once',
      false,
      () => 'Name,Phone\rAsha,+919876543210\r\nBen,+919876543211\nCara,+919876543212\n\r',
    ],
  ]

/** Yields this many files, one of each kind in turn. The same seed gives the same files. */
export function* hostileCsvs(count: number, seed: number): Generator<Hostile> {
  const draw = seededRandom(seed)
  for (let i = 0; i < count; i++) {
    const [what, isRefused, make] = KINDS[i % KINDS.length] as (typeof KINDS)[number]
    yield { what: `csv ${i}: ${what}`, isRefused, file: Buffer.from(make(draw)) }
  }
}
