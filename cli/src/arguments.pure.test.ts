import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { EXIT, Failure } from './failure.ts'
import { helpFor } from './help.ts'
import { COMMAND_NAMES, COMMANDS } from './options.ts'

const optionsOf = (...argv: string[]) => {
  const invocation = readArguments(argv)
  if (invocation.kind !== 'command') throw new Error('not a command')
  return invocation.options
}

test('a command line is parsed into a command, its file and its options', () => {
  const line = [
    ...['import', 'a b.csv', '--url', 'http://x', '--api-key', 'hk_1', '--strategy', 'merge-labels'],
    ...['--label', 'vip', '--label', 'new', '--map', 'P=phone', '--map', 'N=name', '--no-auto-map', '--reports', 'out'],
    ...['--sheet', 'May, South', '--header-row', '3'],
  ]
  expect(readArguments(line)).toMatchObject({
    kind: 'command',
    command: 'import',
    subject: 'a b.csv',
    options: {
      url: 'http://x',
      apiKey: 'hk_1',
      token: undefined,
      strategy: 'MERGE_LABELS',
      labels: ['vip', 'new'],
      columns: { P: { field: 'phone' }, N: { field: 'name' } },
      sheet: 'May, South',
      headerRow: 3,
      autoMap: false,
      confirm: false,
      reports: 'out',
    },
  })
})

test('options that were not given have no value', () => {
  expect(optionsOf('import', 'x.csv')).toMatchObject({
    confirm: false,
    confirmFullReplace: false,
    allowDuplicate: false,
    autoMap: true,
    strategy: undefined,
    columns: undefined,
  })
})

test('rows are numbers and ranges, and a cell may be empty or contain an equals sign', () => {
  expect(optionsOf('exclude', 'x', '--rows', '4,7-9', '--rows', '8').rows).toEqual([4, 7, 8, 9])
  const cells = ['--set', 'a\\=b=c=d', '--set', 'City=']
  expect(optionsOf('repair', 'x', '--row', '4', ...cells)).toMatchObject({ row: 4, cells: { 'a=b': 'c=d', City: '' } })
})

test('--dir of the reports command and --reports of an import mean the same', () => {
  expect(optionsOf('reports', 'x', '--dir', 'out').reports).toBe('out')
})

test.each([
  [['frobnicate'], 'Unknown command frobnicate'],
  [['import'], 'takes one FILE'],
  [['status', 'a', 'b'], 'takes one JOB'],
  [['status', ''], 'takes one JOB'],
  [['login', 'x'], 'takes no argument'],
  [['import', 'x.csv', '--frob'], '--frob'],
  [['status', 'x', '--confirm'], '--confirm'],
  [['import', 'x.csv', '--label'], '--label'],
  [['import', 'x.csv', '--strategy', 'best'], 'SKIP_DUPLICATES'],
  [['import', 'x.xlsx', '--header-row', 'first'], 'the number of a row'],
  [['map', 'x', '--header-row=-1'], 'the number of a row'],
  [['import', 'x.csv', '--token', 'a', '--api-key', 'b'], 'not both'],
  [['import', 'x.csv', '--map', 'P=phone', '--preset', 'Shop'], 'not both'],
  [['confirm', 'x', '--plan', 'abc'], '64 characters'],
  [['exclude', 'x'], 'needs --rows'],
  [['exclude', 'x', '--rows', '4,b'], 'such as 4,7-9'],
  [['exclude', 'x', '--rows', '9-7'], 'such as 4,7-9'],
  [['include', 'x', '--rows', '1-10001'], 'at most 10,000'],
  [['repair', 'x', '--row', '4'], 'needs --set'],
  [['repair', 'x', '--row', '0', '--set', 'City=Pune'], '--row takes a number'],
  [['repair', 'x', '--row', '4', '--set', 'Pune'], 'such as City=Pune'],
  [['replace', 'x', '--column', 'City'], 'needs --find and --with'],
  [['rows', 'x', '--status', 'bad'], 'valid, warning, failed, excluded'],
  [['what-if', 'x'], 'needs --countries'],
])('%j is a mistake, said in one sentence with exit code 2', (argv, part) => {
  const attempt = () => readArguments(argv)
  expect(attempt).toThrow(Failure)
  expect(attempt).toThrow(part)
  expect(attempt).toThrow(
    expect.objectContaining({ exitCode: EXIT.usage, message: expect.stringMatching(/^[^\n]+\.$/) }),
  )
})

describe('help', () => {
  test.each([
    [[], undefined],
    [['--help'], undefined],
    [['help', 'import'], 'import'],
    [['import', '--help'], 'import'],
    [['status', '-h'], 'status'],
  ])('%j', (argv, topic) => expect(readArguments(argv)).toEqual({ kind: 'help', topic }))

  test.each(COMMAND_NAMES)('names every option of %s, and the command itself is named in the overview', (name) => {
    const text = helpFor(name)
    for (const option of Object.keys(COMMANDS[name].options).filter((option) => option !== 'help'))
      expect(text).toContain(`--${option}`)
    expect(helpFor(undefined)).toContain(`harkara ${name}`)
  })

  test('fits a terminal', () => {
    for (const text of [undefined, ...COMMAND_NAMES].map(helpFor))
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  })
})
