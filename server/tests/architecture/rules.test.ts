import { describe, expect, test } from 'vitest'
import { RULES } from './all-rules.ts'
import { EXPORT_EXAMPLES } from './examples/export-examples.ts'
import { HABIT_EXAMPLES } from './examples/habit-examples.ts'
import { IMPORT_EXAMPLES } from './examples/import-examples.ts'
import { PACKAGE_EXAMPLES } from './examples/package-examples.ts'
import { PURITY_EXAMPLES } from './examples/purity-examples.ts'
import { SQL_EXAMPLES } from './examples/sql-examples.ts'
import { TENANT_EXAMPLES } from './examples/tenant-examples.ts'
import { codeOf, withoutComments } from './reading/mask.ts'
import { parse } from './reading/sources.ts'
import { type Rule, violations } from './rule.ts'

const EXAMPLES = [
  ...IMPORT_EXAMPLES,
  ...PACKAGE_EXAMPLES,
  ...PURITY_EXAMPLES,
  ...SQL_EXAMPLES,
  ...TENANT_EXAMPLES,
  ...HABIT_EXAMPLES,
  ...EXPORT_EXAMPLES,
]

describe.each(RULES.map((rule) => [rule.promise, rule] as const))('%s', (_, rule) => {
  const own = EXAMPLES.filter((example) => example.rule === rule)

  test('is shown to fire', () => {
    expect(own.filter(({ problems }) => problems.length > 0)).not.toEqual([])
  })

  test.each(own.map((example) => [example.what, example] as const))('%s', (_, { texts, problems }) => {
    expect(violations(rule, parse(texts), [])).toEqual(problems.map((part) => expect.stringContaining(part)))
  })
})

describe('exceptions', () => {
  const rule: Rule = {
    promise: 'nobody is called f or g',
    find: (files) =>
      files.flatMap(({ path, text }) => [...text].map((name) => ({ file: path, name, sentence: `${path} ${name}` }))),
  }
  const files = parse({ 'a.ts': 'fg', 'b.ts': 'f' })

  test('one for a name leaves the other names and files', () => {
    expect(violations(rule, files, [{ file: 'a.ts', names: ['f'], why: 'old' }])).toEqual(['a.ts g', 'b.ts f'])
  })

  test('one for a file leaves the other files', () => {
    expect(violations(rule, files, [{ file: 'a.ts', why: 'old' }])).toEqual(['b.ts f'])
  })

  test('one that covers nothing is a problem of its own, name by name', () => {
    const everything = { file: 'b.ts', why: 'all' }
    const exceptions = [{ file: 'a.ts', names: ['f', 'g', 'h'], why: 'old' }, everything, { file: 'c.ts', why: 'gone' }]
    expect(violations(rule, files, exceptions)).toEqual([
      'a.ts: the exception for h is not needed any more, remove it ("old")',
      'c.ts: the exception is not needed any more, remove it ("gone")',
    ])
  })

  test('each says why', () => {
    for (const { exceptions = [] } of RULES) for (const { why } of exceptions) expect(why.length).toBeGreaterThan(20)
  })
})

describe('what is code and what is not', () => {
  test.each([
    ['a // b\nc', 'a     \nc'],
    ['a /* b\nc */ d', 'a     \n     d'],
    ["a = 'it\\'s // b' + c", "a = '          ' + c"],
    ['a = "/*" + b', 'a = "  " + b'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ['a = `x ${b({ c: `y` })} // z` + d', 'a = `  ${b({ c: ` ` })}     ` + d'],
    ["a = b / c // it's", 'a = b / c        '],
    ['a(/[\'"`]/g, b)', 'a(/     /g, b)'],
    ["const a = /[/'] x/.test(b)", 'const a = /      /.test(b)'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  test('strings stay where only comments go', () => {
    expect(withoutComments("a = 'b // c' // d")).toBe("a = 'b // c'     ")
  })
})
