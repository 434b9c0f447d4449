import { expect, test } from 'vitest'
import { codeIn } from './code.ts'

const mail = { subject: 'Your sign-in code', text: '', html: '' }

test('the six-digit number of an email about a code is its code', () => {
  expect(codeIn({ ...mail, text: 'Use 482913 within 5 minutes.' })).toBe('482913')
})

test('a code is found in an email with HTML only, and colours are not codes', () => {
  expect(codeIn({ ...mail, html: '<style>p{color:#123456}</style><p style="color:#654321">482913</p>' })).toBe('482913')
})

test('two different numbers, a longer number or an email about something else give no code', () => {
  expect(codeIn({ ...mail, text: '482913 or 104877' })).toBeUndefined()
  expect(codeIn({ ...mail, text: '4829130' })).toBeUndefined()
  expect(codeIn({ subject: 'Invoice', text: 'Bengaluru 560001', html: '' })).toBeUndefined()
})
