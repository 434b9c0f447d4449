import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { parameterText, sendComponents } from './parameters.ts'
import type { Button, Template, TemplateComponent } from './template.ts'
import { fillVariables, variablesOf } from './variables.ts'

const GOOD: Template = {
  name: 'order_update',
  language: 'en_US',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way to you today.' },
    { type: 'FOOTER', text: 'Reply STOP to stop' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/t?o={{1}}' },
      ],
    },
  ],
}
const problems = (change: Partial<Template>) =>
  checkTemplate({ ...GOOD, ...change }, 6).problems.map(({ message }) => message)
const withBody = (text: string): TemplateComponent[] => [{ type: 'BODY', text }]
const withButtons = (...buttons: Button[]): TemplateComponent[] => [
  ...withBody('Something to read in here'),
  { type: 'BUTTONS', buttons },
]

describe('before it is submitted', () => {
  test('a template that the provider would accept has no problem', () =>
    expect(checkTemplate(GOOD, 6)).toEqual({ problems: [], warnings: [] }))

  test.each<[string, TemplateComponent[]]>([
    ['must not begin with a variable', withBody('{{1}} is what you ordered')],
    ['must not end with a variable', withBody('You ordered {{1}}')],
    ['two variables must not be next to each other', withBody('You ordered {{1}} {{2}} today')],
    ['variables must be numbered 1, 2, 3 … without gaps', withBody('You ordered {{1}} and {{3}} today')],
    ['variables must all be numbers or all be names', withBody('You ordered {{1}} and {{name}} today')],
    ['must have at most 1024 characters', withBody('x'.repeat(1025))],
    ['has braces that do not form a variable', withBody('You ordered {{1} today')],
    ['must not be empty', withBody('  ')],
    ['must have a BODY component', [{ type: 'FOOTER', text: 'only a footer' }]],
    ['must not have more than one BODY component', [...withBody('One'), ...withBody('Two')]],
    ['must not have variables', [...withBody('One text'), { type: 'FOOTER', text: 'Dear {{1}}' }]],
    ['must have at most 60 characters', [...withBody('One text'), { type: 'FOOTER', text: 'x'.repeat(61) }]],
    ['must have at most 2 URL', withButtons(...['a', 'b', 'c'].map(url))],
    ['must have at most 1 PHONE_NUMBER', withButtons(phone('a'), phone('b'))],
    ['quick replies must be next to each other', withButtons(quick('a'), url('b'), quick('c'))],
    ['labels must differ', withButtons(quick('a'), quick('a'))],
    ['the variable must be {{1}}, at the end', withButtons({ ...url('a'), url: 'https://x.example/{{1}}/y' })],
    ['must be a URL that starts with https://', withButtons({ ...url('a'), url: 'javascript:alert(1)' })],
    ['only AUTHENTICATION templates can have an OTP button', withButtons({ type: 'OTP', otp_type: 'COPY_CODE' })],
  ])('one that breaks “%s” is told so', (message, components) => expect(problems({ components })).toContain(message))

  test.each(['Order', 'order-update', 'order update', 'é', '', 'x'.repeat(507)])('the name %j is refused', (name) =>
    expect(problems({ name })).not.toEqual([]),
  )

  test('few words around a variable are a warning, not an error', () => {
    const check = checkTemplate({ ...GOOD, components: withBody('Hi {{1}} bye') }, 6)
    expect(check).toEqual({ problems: [], warnings: [expect.stringContaining('2 words for 1 variables')] })
  })

  test('a sign-in code has no text of ours', () => {
    const components: TemplateComponent[] = [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
    ]
    expect(problems({ category: 'AUTHENTICATION', components })).toEqual([])
    expect(problems({ category: 'AUTHENTICATION', components: withBody('Your code') })).not.toEqual([])
  })
})

describe('sending', () => {
  test('fills each part by its own numbers, and percent-encodes values in URLs', () => {
    expect(variablesOf(GOOD)).toEqual(['header.1', '1', '2', 'button.1.1'])
    const values: Record<string, string> = { 'header.1': 'A-17', 1: 'Asha', 2: 'A-17', 'button.1.1': 'a b&c' }
    expect(sendComponents(GOOD, (name) => values[name] ?? '')).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'A-17' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Asha' },
          { type: 'text', text: 'A-17' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'a%20b%26c' }] },
    ])
  })

  test('named variables carry their names, a repeated one once', () => {
    const named = { components: withBody('Hello {{name}} of {{city}}, dear {{name}}, welcome') }
    expect(sendComponents(named, (name) => name.toUpperCase())).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'name', text: 'NAME' },
          { type: 'text', parameter_name: 'city', text: 'CITY' },
        ],
      },
    ])
  })

  test('numbers are filled in numeric order, whatever their order in the text', () => {
    const text = { components: withBody('Order {{2}} for {{1}} today') }
    const [body] = sendComponents(text, (name) => `value ${name}`)
    expect(body?.parameters.map(({ text }) => text)).toEqual(['value 1', 'value 2'])
  })

  test('a picture goes into the header, and texts without variables are left out', () => {
    const media = { image: { id: 'm1' } }
    const picture: TemplateComponent = { type: 'HEADER', format: 'IMAGE', mediaId: 'm' }
    const plain = { components: [picture, ...withBody('Hello')] }
    expect(sendComponents(plain, () => '', media)).toEqual([
      { type: 'header', parameters: [{ type: 'image', image: { id: 'm1' } }] },
    ])
    expect(sendComponents(plain, () => '')).toEqual([])
    const text: TemplateComponent = { type: 'HEADER', format: 'TEXT', text: 'News' }
    expect(sendComponents({ components: [text, ...withBody('Hello')] }, () => '', media)).toEqual([])
    expect(sendComponents({ components: [{ type: 'BODY' }] }, () => '', media)).toEqual([])
  })

  test('a template without parts has no variables, and nothing is sent for it', () => {
    expect(variablesOf({ components: [] })).toEqual([])
    expect(sendComponents({ components: [] }, () => '')).toEqual([])
  })

  test('a named variable has the same value in the header and in the body', () => {
    const text: TemplateComponent = { type: 'HEADER', format: 'TEXT', text: 'For {{name}}' }
    const components = [text, ...withBody('Hello {{name}}, welcome')]
    expect(variablesOf({ components })).toEqual(['name'])
    expect(sendComponents({ components }, (name) => name.toUpperCase())).toEqual([
      { type: 'header', parameters: [{ type: 'text', parameter_name: 'name', text: 'NAME' }] },
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'NAME' }] },
    ])
  })

  test('codes go where the provider wants them, and buttons without a variable are left out', () => {
    const coupon = { components: withButtons(quick('Hi'), url('Shop'), { type: 'COPY_CODE', example: 'X' }) }
    expect(variablesOf(coupon)).toEqual(['button.2.code'])
    expect(sendComponents(coupon, (name) => `value of ${name}`)).toEqual([
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '2',
        parameters: [{ type: 'coupon_code', coupon_code: 'value of button.2.code' }],
      },
    ])
    const signIn: Pick<Template, 'components'> = {
      components: [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] }],
    }
    expect(variablesOf(signIn)).toEqual(['code'])
    expect(sendComponents(signIn, (name) => `value of ${name}`)).toEqual([
      { type: 'body', parameters: [{ type: 'text', text: 'value of code' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'value of code' }] },
    ])
  })

  test.each([
    ['a\nb', 'a b'],
    ['a\u2028\u2029\u0085\v\fb', 'a b'],
    ['a    b', 'a    b'],
    ['a\t\r\n b', 'a  b'],
    ['a       b', 'a    b'],
    [' a ', 'a'],
    ['\n\t ', undefined],
  ])('the value %j is sent as %j', (value, sent) => expect(parameterText(value)).toBe(sent))

  test('a preview keeps variables without a value', () =>
    expect(fillVariables('Hi {{ name }}, {{2}}', (name) => (name === 'name' ? 'Asha' : undefined))).toBe(
      'Hi Asha, {{2}}',
    ))
})

function quick(text: string): Button {
  return { type: 'QUICK_REPLY', text }
}
function url(text: string): Button & { type: 'URL' } {
  return { type: 'URL', text, url: 'https://x.example/a' }
}
function phone(text: string): Button {
  return { type: 'PHONE_NUMBER', text, phone_number: '+918012345678' }
}
