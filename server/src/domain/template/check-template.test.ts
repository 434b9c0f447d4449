import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import type { Button, Template, TemplateComponent } from './template.ts'

const BODY: TemplateComponent = { type: 'BODY', text: 'Your order is on its way.' }
const template = (change: Partial<Template> = {}): Template => ({
  name: 'order_update',
  language: 'en',
  category: 'UTILITY',
  components: [BODY],
  ...change,
})
const problemsOf = (change: Partial<Template>, prefixChars = 6) =>
  checkTemplate(template(change), prefixChars).problems.map(({ path, message }) => `${path}: ${message}`)
const OTP: Button = { type: 'OTP', otp_type: 'COPY_CODE' }
const buttons = (...list: Button[]): TemplateComponent => ({ type: 'BUTTONS', buttons: list })

test('a name has small letters, digits and underscores, and fits the provider together with our prefix', () => {
  for (const name of ['a', 'order_2', 'x'.repeat(506)]) expect(problemsOf({ name })).toEqual([])
  for (const name of ['', 'Order', 'a-b', 'a b', ' a', 'a!', 'é'])
    expect(problemsOf({ name })).toEqual(['name: must have only lower-case letters, digits and underscores'])
  expect(problemsOf({ name: 'x'.repeat(507) })).toEqual(['name: must have at most 506 characters'])
  expect(problemsOf({ name: 'x'.repeat(507) }, 5)).toEqual([])
})

test('a language is a code with an optional region', () => {
  for (const language of ['en', 'fil', 'en_US', 'zh_HANS']) expect(problemsOf({ language })).toEqual([])
  for (const language of ['', 'e', 'engl', 'EN', 'en-US', 'en_us', 'en_U', 'en_USAAA', 'en_', ' en', 'en '])
    expect(problemsOf({ language })).toEqual(['language: must be a language code such as en or en_US'])
})

describe('the parts of a template', () => {
  test('are a body and at most one of each other kind', () => {
    const footer: TemplateComponent = { type: 'FOOTER', text: 'Reply STOP' }
    expect(problemsOf({ components: [footer] })).toEqual(['components: must have a BODY component'])
    expect(problemsOf({ components: [BODY, footer, footer] })).toEqual([
      'components: must not have more than one FOOTER component',
    ])
  })

  test('have their problems named by their place', () => {
    const components: TemplateComponent[] = [
      { type: 'HEADER', format: 'TEXT', text: '' },
      { type: 'BODY', text: '' },
      { type: 'FOOTER', text: '' },
      buttons({ type: 'QUICK_REPLY', text: '' }),
    ]
    expect(problemsOf({ components })).toEqual([
      'components.0.text: must not be empty',
      'components.1.text: must not be empty',
      'components.2.text: must not be empty',
      'components.3.buttons.0.text: must not be empty',
    ])
  })

  test('may be a picture or a place as the header, which have no text', () => {
    for (const header of [
      { type: 'HEADER', format: 'IMAGE', mediaId: 'm' },
      { type: 'HEADER', format: 'LOCATION' },
    ] as const)
      expect(problemsOf({ components: [header, BODY] })).toEqual([])
  })

  test('use either numbers or names for their variables', () => {
    const mixed: TemplateComponent[] = [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Hello {{name}}, your order is on its way.' },
    ]
    const problem = 'components: variables must all be numbers or all be names'
    expect(problemsOf({ components: mixed })).toEqual([problem])
    const named: TemplateComponent[] = [{ type: 'BODY', text: 'Hello {{name}} of {{city}}, good news for you today.' }]
    expect(problemsOf({ components: named })).toEqual([])
  })
})

describe('a template for sign-in codes', () => {
  const codes = (...components: TemplateComponent[]) => problemsOf({ category: 'AUTHENTICATION', components })

  test('has a body and a footer without text, and an OTP button', () => {
    const footer: TemplateComponent = { type: 'FOOTER', code_expiration_minutes: 5 }
    expect(codes({ type: 'BODY' }, footer, buttons(OTP))).toEqual([])
    const blank = { text: undefined }
    expect(codes({ type: 'BODY', ...blank }, { ...footer, ...blank }, buttons({ ...OTP, ...blank }))).toEqual([])
  })

  test('needs that button, and no other part', () => {
    expect(codes({ type: 'BODY' })).toEqual(['components: AUTHENTICATION templates need an OTP button'])
    const only = 'components: AUTHENTICATION templates cannot have a header or any button other than an OTP button'
    expect(codes({ type: 'BODY' }, buttons(OTP, { type: 'QUICK_REPLY', text: 'Hi' }))).toEqual([only])
    expect(codes({ type: 'HEADER', format: 'LOCATION' }, { type: 'BODY' }, buttons(OTP))).toEqual([only])
  })

  test('leaves the text to the provider, except that of a footer', () => {
    expect(codes(BODY, buttons(OTP))).toEqual([
      'components.0.text: must be left out: the provider writes the text of an AUTHENTICATION template',
    ])
    expect(codes({ type: 'BODY' }, { type: 'FOOTER', text: 'x'.repeat(61) }, buttons(OTP))).toHaveLength(1)
  })

  test('is the only one with such a button, and with a footer without text', () => {
    expect(problemsOf({ components: [BODY, buttons(OTP)] })).toEqual([
      'components: only AUTHENTICATION templates can have an OTP button',
    ])
    expect(problemsOf({ components: [BODY, { type: 'FOOTER', code_expiration_minutes: 5 }] })).toEqual([
      'components.1.text: must not be empty',
    ])
  })
})

test('fewer than three words per variable are a warning that counts them, in any script', () => {
  const warnings = (text: string) => checkTemplate(template({ components: [{ type: 'BODY', text }] }), 6).warnings
  expect(warnings('Hello dear {{1}} friend')).toEqual([])
  expect(warnings('Hello {{1}} friend')).toEqual([expect.stringContaining('2 words for 1 variables')])
  expect(warnings('नमस्ते {{1}}, आपका दिन')).toEqual([])
  expect(warnings('नमस्ते {{1}} जी')).toEqual([expect.stringContaining('2 words for 1 variables')])
  expect(warnings('Hello {{1}} and {{2}} dear friends')).toEqual([expect.stringContaining('4 words for 2 variables')])
  expect(warnings('Hi')).toEqual([])
  expect(warnings('Hello{{first_name}}friend')).toEqual([expect.stringContaining('2 words for 1 variables')])
  expect(warnings('… {{1}} …')).toEqual([expect.stringContaining('0 words for 1 variables')])
})
