import { describe, expect, test } from 'vitest'
import { checkButtons } from './check-buttons.ts'
import type { Button } from './template.ts'

function problemsOf(...buttons: Button[]): string[] {
  const problems: string[] = []
  checkButtons(buttons, 'buttons', (path, message) => problems.push(`${path}: ${message}`))
  return problems
}
const quick = (text: string): Button => ({ type: 'QUICK_REPLY', text })
const link = (url: string, text = 'Open'): Button => ({ type: 'URL', text, url })
const phone = (number: string, text = 'Call'): Button => ({ type: 'PHONE_NUMBER', text, phone_number: number })
const code = (example: string): Button => ({ type: 'COPY_CODE', example })
const OTP: Button = { type: 'OTP', otp_type: 'COPY_CODE' }
const quicks = (count: number) => Array.from({ length: count }, (_, i) => quick(`Reply ${i}`))

describe('the buttons of a template', () => {
  test('are one to ten', () => {
    expect(problemsOf()).toEqual(['buttons: must not be empty'])
    expect(problemsOf(...quicks(10))).toEqual([])
    expect(problemsOf(...quicks(11))).toEqual([
      'buttons: must be at most 10',
      'buttons: must have at most 10 QUICK_REPLY',
    ])
  })

  test('include at most two links, and one each of phone numbers and codes', () => {
    const links = ['a', 'b', 'c'].map((text) => link('https://x.example/a', text))
    expect(problemsOf(...links.slice(1), phone('+918012345678'), code('SAVE'))).toEqual([])
    expect(problemsOf(...links)).toEqual(['buttons: must have at most 2 URL'])
    expect(problemsOf(phone('+918012345678', 'a'), phone('+918012345678', 'b'))).toEqual([
      'buttons: must have at most 1 PHONE_NUMBER',
    ])
    expect(problemsOf(code('A'), code('B'))).toEqual(['buttons: must have at most 1 COPY_CODE'])
    expect(problemsOf(OTP, OTP)).toEqual(['buttons: must have at most 1 OTP'])
  })

  test('keep quick replies together, before or after all others', () => {
    const [one, two, other] = [quick('a'), quick('b'), link('https://x.example', 'c')]
    for (const order of [
      [one, two, other],
      [other, one, two],
    ])
      expect(problemsOf(...order)).toEqual([])
    for (const order of [
      [one, other, two],
      [other, one, link('https://x.example', 'd')],
    ])
      expect(problemsOf(...order)).toEqual(['buttons: quick replies must be next to each other'])
  })

  test('have different labels', () => {
    expect(problemsOf(quick('a'), quick('b'), quick('a'))).toEqual(['buttons: labels must differ'])
    expect(problemsOf(code('A'), OTP)).toEqual([])
  })
})

describe('a button', () => {
  test('has a label of 1 to 25 characters without variables', () => {
    expect(problemsOf(quick('😀'.repeat(25)))).toEqual([])
    expect(problemsOf(quick('x'.repeat(26)))).toEqual(['buttons.0.text: must have at most 25 characters'])
    expect(problemsOf(quick('a'), quick(' '))).toEqual(['buttons.1.text: must not be empty'])
    expect(problemsOf(quick('Hi {{1}}'))).toEqual(['buttons.0.text: must not have variables'])
    expect(problemsOf({ ...OTP, text: 'x'.repeat(26) } as Button)).toHaveLength(1)
  })

  test.each(['+918012345678', '+1234567', '+123456789012345'])('may call %s', (number) =>
    expect(problemsOf(phone(number))).toEqual([]),
  )
  test.each([
    '918012345678',
    '+018012345678',
    '+123456',
    '+1234567890123456',
    '+91 80123',
    'x+918012345678',
    '+9180123456x',
  ])('cannot call %s', (number) =>
    expect(problemsOf(phone(number))).toEqual(['buttons.0.phone_number: must be + and digits, at most 20 characters']),
  )

  test('copies a code of 1 to 15 characters', () => {
    for (const example of ['A', 'x'.repeat(15), '😀'.repeat(15)]) expect(problemsOf(code(example))).toEqual([])
    for (const example of ['', ' ', 'x'.repeat(16)])
      expect(problemsOf(code(example))).toEqual(['buttons.0.example: must have 1 to 15 characters'])
  })

  test.each([
    'https://shop.example',
    'http://shop.example/a?b=c',
    'https://shop.example/{{1}}',
    'https://shop.example/?o={{1}}',
    `https://shop.example/${'x'.repeat(2_000 - 21)}`,
  ])('may open %s', (url) => expect(problemsOf(link(url))).toEqual([]))

  test.each([
    ['https://shop.example/{{1}}/b', 'the variable must be {{1}}, at the end'],
    ['https://shop.example/{{2}}', 'the variable must be {{1}}, at the end'],
    [`https://shop.example/${'x'.repeat(2_001 - 21)}`, 'must have at most 2000 characters'],
    ['javascript:alert(1)', 'must be a URL that starts with https://'],
    ['ftp://shop.example', 'must be a URL that starts with https://'],
    ['see https://shop.example', 'must be a URL that starts with https://'],
    ['https://shop', 'must be a URL that starts with https://'],
    ['https://.example', 'must be a URL that starts with https://'],
    ['https://shop.', 'must be a URL that starts with https://'],
    ['https://{{1}}', 'must be a URL that starts with https://'],
    ['https:/shop.example', 'must be a URL that starts with https://'],
  ])('cannot open %s', (url, message) => expect(problemsOf(link(url))).toEqual([`buttons.0.url: ${message}`]))

  test('has at most one variable in its link', () => {
    expect(problemsOf(link('https://shop.example/{{1}}{{2}}'))).toContain(
      'buttons.0.url: must have at most one variable',
    )
    expect(problemsOf(link('https://shop.example/{{1}}{{1}}'))).toContain(
      'buttons.0.url: must have at most one variable',
    )
  })
})
