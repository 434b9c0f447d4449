import { describe, expect, test } from 'vitest'
import { checkText, type TextKind } from './check-text.ts'
import type { TemplateProblem } from './problems.ts'

function problemsOf(kind: TextKind, text: string | undefined): string[] {
  const problems: TemplateProblem[] = []
  checkText(kind, text, 'components.0.text', (path, message) => problems.push({ path, message }))
  expect(problems.every(({ path }) => path === 'components.0.text')).toBe(true)
  return problems.map(({ message }) => message)
}
const variables = (count: number) => Array.from({ length: count }, (_, i) => `{{${i + 1}}}`).join(' and ')

describe('the length of a text', () => {
  test.each([
    ['HEADER', 60],
    ['BODY', 1_024],
    ['FOOTER', 60],
  ] as const)('%s has at most %i characters, and an emoji is one', (kind, charsMax) => {
    expect(problemsOf(kind, 'x'.repeat(charsMax))).toEqual([])
    expect(problemsOf(kind, '😀'.repeat(charsMax))).toEqual([])
    expect(problemsOf(kind, 'x'.repeat(charsMax + 1))).toEqual([`must have at most ${charsMax} characters`])
  })

  test('an absent or blank text is only said to be empty', () => {
    for (const text of [undefined, '', ' \n ']) expect(problemsOf('BODY', text)).toEqual(['must not be empty'])
  })

  test('only a body may have several lines', () => {
    for (const text of ['one\ntwo', 'one\rtwo']) {
      expect(problemsOf('BODY', text)).toEqual([])
      for (const kind of ['HEADER', 'FOOTER'] as const) expect(problemsOf(kind, text)).toEqual(['must be one line'])
    }
  })
})

describe('the variables of a text', () => {
  test('a header has at most one, a body a hundred, a footer none', () => {
    expect(problemsOf('HEADER', 'Order {{1}}')).toEqual([])
    expect(problemsOf('HEADER', 'Order {{1}} and {{2}}')).toEqual(['must have at most 1 variable'])
    expect(problemsOf('BODY', `We have ${variables(100)} now`)).toEqual(['must have at most 1024 characters'])
    expect(problemsOf('BODY', `We have ${variables(101)} now`)).toContain('must have at most 100 variable')
    expect(problemsOf('FOOTER', 'From {{1}} {{2}}')).toEqual(['must not have variables'])
  })

  test('a header may begin and end with one, a body may not', () => {
    expect(problemsOf('HEADER', '{{1}}')).toEqual([])
    expect(problemsOf('BODY', ' {{1}} is ready')).toEqual(['must not begin with a variable'])
    expect(problemsOf('BODY', 'Ready is {{1}} ')).toEqual(['must not end with a variable'])
    expect(problemsOf('BODY', 'Your {{1}} is ready')).toEqual([])
  })

  test('two need a word between them', () => {
    expect(problemsOf('BODY', 'Your {{1}} {{2}} is ready')).toEqual(['two variables must not be next to each other'])
    expect(problemsOf('BODY', 'Your {{1}}, {{2}} is ready')).toEqual([])
    expect(problemsOf('BODY', 'Your {{1}} x {{2}}{{3}} is ready')).toEqual([
      'two variables must not be next to each other',
    ])
  })

  test('are numbered from one without gaps, in any order and as often as needed', () => {
    expect(problemsOf('BODY', 'Your {{2}} and {{1}} and {{2}} are ready')).toEqual([])
    for (const text of ['Your {{2}} is ready', 'Your {{1}} and {{3}} are ready'])
      expect(problemsOf('BODY', text)).toEqual(['variables must be numbered 1, 2, 3 … without gaps'])
    const eleven = Array.from({ length: 11 }, (_, i) => `{{${i + 1}}}`)
    expect(problemsOf('BODY', `Your ${eleven.join(' or ')} is ready`)).toEqual([])
  })

  test.each(['{{Name}}', '{{}}', '{{0}}', '{{01}}', '{{1000}}', '{{first name}}', '{{_a}}', '{{9a}}'])(
    '%s is no variable',
    (variable) => {
      expect(problemsOf('BODY', `Your ${variable} is ready`)).toContain(
        `${variable}: a variable is a number or a lower-case name of letters, digits and _`,
      )
    },
  )

  test('may be names of up to sixty characters, and a longer name is quoted in part', () => {
    expect(problemsOf('BODY', `Your {{${'a'.repeat(60)}}} is ready`)).toEqual([])
    const [problem = ''] = problemsOf('BODY', `Your {{${'a'.repeat(61)}}} is ready`)
    expect(problem).toContain(`{{${'a'.repeat(60)}}}:`)
    expect(problemsOf('BODY', 'Your {{ order_2 }} is ready')).toEqual([])
  })

  test.each(['Your {{1} is', 'Your {1}} is', 'Your }} is', 'Your {{ is'])('%j has braces that form none', (text) =>
    expect(problemsOf('BODY', text)).toEqual(['has braces that do not form a variable']),
  )
  test('single braces are ordinary characters', () => expect(problemsOf('BODY', 'Your {1} is ready')).toEqual([]))
})
