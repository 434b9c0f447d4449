import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { save, withoutTail } from './save.mjs'

const require = createRequire(import.meta.url)

/** The collections know no header, so their truth is `records`: the cells of each row that is not empty. */
export function writeCsvCollections() {
  writeSpectrum()
  writePapaParse()
}

/** Its truth of this file names another number than the file. */
const CONTRADICTORY = 'location_coordinates.csv'

function writeSpectrum() {
  const folder = join(require.resolve('csv-spectrum/package.json'), '..')
  for (const name of readdirSync(join(folder, 'csvs'))) {
    if (name === CONTRADICTORY) continue
    const objects = JSON.parse(readFileSync(join(folder, 'json', name.replace('.csv', '.json')), 'utf8'))
    const records = [Object.keys(objects[0]), ...objects.map((object) => Object.values(object))]
    save(`csv-spectrum/${name}`, readFileSync(join(folder, 'csvs', name)), {
      about: name.replace('.csv', '').replaceAll('_', ' '),
      records: records.map(withoutTail),
    })
  }
}

/** Options that change the table: other delimiters or quotes, comments, a preview, typed or trimmed cells. */
const isDefault = (config = {}) => Object.keys(config).length === 0
const DELIMITERS = [',', ';', '\t', '|']

/** Its cases are a script, not files: those that are read without options and without a reported error. */
function writePapaParse() {
  const cases = papaParseCases().filter(isComparable)
  save('papaparse/cases.txt', cases.map(({ input }) => JSON.stringify(input)).join('\n'), {
    about: 'one text in each line, as JSON',
    texts: cases.map(({ description, expected }) => ({
      about: description,
      records: OTHERWISE[description] ?? expected.data.map(withoutTail).filter((cells) => cells.length > 0),
    })),
  })
}

/**
 * Where the product differs on purpose: text after the closing quote belongs to the cell even if it is only
 * spaces, and any line end separates rows, even mixed ones.
 */
const OTHERWISE = {
  'Quoted fields with spaces between closing quote and next delimiter': [
    ['A', 'B ', 'C', 'D'],
    ['E', 'F', 'G  ', 'H'],
  ],
  'Quoted fields with spaces between closing quote and next new line': [
    ['A', 'B', 'C', 'D '],
    ['E', 'F', 'G', 'H  '],
    ['Q', 'W', 'E', 'R'],
  ],
  'Quoted fields with spaces after closing quote': [
    ['A', 'B ', 'C', 'D '],
    ['E', 'F', 'G  ', 'H  '],
    ['Q', 'W', 'E ', 'R'],
  ],
  'Quoted fields with spaces between closing quote and next delimiter and contains delimiter': [
    ['A', ',B ', 'C', 'D'],
    ['E', 'F', 'G', 'H'],
  ],
  'Quoted fields with spaces between closing quote and newline and contains newline': [
    ['a', 'b', 'c\n '],
    ['d', 'e', 'f'],
  ],
  'Mixed slash n and slash r should choose first as precident': [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
    ['g', 'h', 'i'],
  ],
}

const isComparable = ({ input, config, expected, disabled }) =>
  typeof input === 'string' &&
  !disabled &&
  isDefault(config) &&
  expected.errors.length === 0 &&
  Array.isArray(expected.data[0]) &&
  DELIMITERS.includes(expected.meta?.delimiter ?? ',')

function papaParseCases() {
  const script = readFileSync(join(require.resolve('papaparse/package.json'), '..', 'tests', 'test-cases.js'), 'utf8')
  const assert = Object.assign(() => {}, { deepEqual() {}, equal() {}, isTrue() {} })
  const suite = Object.assign(() => {}, { skip() {} })
  return runInNewContext(`${script}\n;[...CORE_PARSER_TESTS, ...PARSE_TESTS]`, {
    chai: { assert },
    Papa: require('papaparse'),
    document: { getElementById: () => ({ src: '' }) },
    describe: suite,
    it: suite,
    before: suite,
  })
}
