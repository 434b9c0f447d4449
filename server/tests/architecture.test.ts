import { expect, test } from 'vitest'
import { RULES } from './architecture/all-rules.ts'
import { parse, readTexts } from './architecture/reading/sources.ts'
import { violations } from './architecture/rule.ts'

const files = parse(readTexts())

test('there is something to look at', () => {
  expect(files.map((file) => file.path)).toEqual(
    expect.arrayContaining(['server/src/compose.ts', 'server/src/features/dependencies.ts', 'sandbox/src/main.ts']),
  )
})

test.each(RULES.map((rule) => [rule.promise, rule] as const))('%s', (_, rule) => {
  expect(violations(rule, files)).toEqual([])
})
