import { expect, test } from 'vitest'
import { renderTemplate } from './render.ts'
import type { TemplateComponent } from './template.ts'

const render = (components: TemplateComponent[], values: Record<string, string>) =>
  renderTemplate({ components }, (name) => values[name])

test('a message shows every part with its own values', () => {
  const components: TemplateComponent[] = [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hello {{1}}, {{2}} is on its way, {{1}}.' },
    { type: 'FOOTER', text: 'Reply STOP to stop' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/t?o={{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+911234567890' },
        { type: 'COPY_CODE', example: 'X' },
      ],
    },
  ]
  const values = { 'header.1': 'A-1', '1': 'Asha', '2': 'the {{1}} book', 'button.1.1': 'a b&c', 'button.3.code': 'GO' }
  expect(render(components, values)).toEqual({
    header: { format: 'TEXT', text: 'Order A-1' },
    body: 'Hello Asha, the {{1}} book is on its way, Asha.',
    footer: 'Reply STOP to stop',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'URL', text: 'Track', target: 'https://shop.example/t?o=a%20b%26c' },
      { type: 'PHONE_NUMBER', text: 'Call', target: '+911234567890' },
      { type: 'COPY_CODE', text: 'Copy offer code', target: 'GO' },
    ],
  })
})

test('a variable without a value stays as it is written', () => {
  const components: TemplateComponent[] = [
    { type: 'HEADER', format: 'IMAGE', mediaId: 'm1' },
    { type: 'BODY', text: 'Hello {{first_name}}, welcome.' },
  ]
  expect(render(components, {})).toEqual({
    header: { format: 'IMAGE', mediaId: 'm1' },
    body: 'Hello {{first_name}}, welcome.',
    footer: undefined,
    buttons: [],
  })
})

test("a sign-in code uses the provider's text", () => {
  const components: TemplateComponent[] = [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 10 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ]
  expect(render(components, { code: '4711' })).toEqual({
    header: undefined,
    body: '4711 is your verification code. For your security, do not share this code.',
    footer: 'This code expires in 10 minutes.',
    buttons: [{ type: 'OTP', text: 'Copy code', target: '4711' }],
  })
})

test('parts without variables and values are shown as they are', () => {
  const components: TemplateComponent[] = [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY' },
    { type: 'FOOTER' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
        { type: 'COPY_CODE', example: 'X' },
        { type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy it' },
      ],
    },
  ]
  expect(render(components, {})).toEqual({
    header: { format: 'LOCATION', type: 'HEADER' },
    body: '{{code}} is your verification code.',
    footer: undefined,
    buttons: [
      { type: 'URL', text: 'Track', target: 'https://shop.example/{{1}}' },
      { type: 'COPY_CODE', text: 'Copy offer code', target: undefined },
      { type: 'OTP', text: 'Copy it', target: undefined },
    ],
  })
})

test('named variables have the same value in the header and in the body', () => {
  const components: TemplateComponent[] = [
    { type: 'HEADER', format: 'TEXT', text: 'For {{name}}' },
    { type: 'BODY', text: 'Hello {{name}}, welcome.' },
  ]
  expect(render(components, { name: 'Asha' })).toMatchObject({
    header: { format: 'TEXT', text: 'For Asha' },
    body: 'Hello Asha, welcome.',
  })
})
