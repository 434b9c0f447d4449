import { checkTemplate } from '@harkara/server/domain/template/check-template'
import type { TemplateComponent } from '@harkara/server/domain/template/template'
import { describe, expect, test } from 'vitest'
import type { Template } from './queries.ts'
import {
  type Draft,
  draftErrors,
  formField,
  NEW_DRAFT,
  newButton,
  sampleValues,
  toDraft,
  toTemplate,
} from './template-draft.ts'

const draft = (change: Partial<Draft>): Draft => ({ ...NEW_DRAFT, name: 'sale', body: 'Come and see us', ...change })
const FULL: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-17'] } },
  { type: 'BODY', text: 'Hello {{1}}, order {{2}} is on its way.', example: { body_text: [['Asha', 'A-17']] } },
  { type: 'FOOTER', text: 'Reply STOP to stop' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['A-17'] },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+918012345678' },
      { type: 'COPY_CODE', example: '25OFF' },
    ],
  },
]
const NAMED: TemplateComponent[] = [
  {
    type: 'BODY',
    text: 'Dear {{first_name}}, hello',
    example: { body_text_named_params: [{ param_name: 'first_name', example: 'Asha' }] },
  },
]
const CODE: TemplateComponent[] = [
  { type: 'BODY', add_security_recommendation: true },
  { type: 'FOOTER', code_expiration_minutes: 5 },
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy it' }] },
]
const view = (components: TemplateComponent[], requestedCategory: Template['category']) =>
  ({ name: 'sale', language: 'en', requestedCategory, components }) as unknown as Template

describe('a draft', () => {
  test.each([
    ['every part', FULL, 'UTILITY'],
    ['names for variables', NAMED, 'MARKETING'],
    ['a code', CODE, 'AUTHENTICATION'],
    [
      'a picture',
      [
        { type: 'HEADER', format: 'IMAGE', mediaId: 'm' },
        { type: 'BODY', text: 'Look' },
      ],
      'MARKETING',
    ],
  ] as const)('with %s converts back to the same template', (_, components, category) => {
    const read = toDraft(view([...components] as TemplateComponent[], category))
    expect(toTemplate(read)).toEqual({ name: 'sale', language: 'en', category, components })
    expect(draftErrors(read)).toEqual({})
  })

  test('provides sample values for each part of the preview', () => {
    expect(sampleValues(toDraft(view(FULL, 'UTILITY')))).toMatchObject({
      'header.1': 'A-17',
      1: 'Asha',
      2: 'A-17',
      'button.1.1': 'A-17',
      'button.3.code': '25OFF',
    })
  })

  test('has an example for every variable, entered or generated', () => {
    const template = toTemplate(draft({ body: 'Dear {{1}}, it is {{2}} now', samples: { 2: 'noon' } }))
    expect(template.components).toEqual([
      { type: 'BODY', text: 'Dear {{1}}, it is {{2}} now', example: { body_text: [['Example 1', 'noon']] } },
    ])
    expect(checkTemplate(template, 0).problems).toEqual([])
  })
})

describe('a broken rule', () => {
  test.each<[string, Partial<Draft>, string]>([
    ['name', { name: 'Sale!' }, 'Must have only lower-case letters'],
    ['body', { body: '{{1}} is here today' }, 'Must not begin with a variable.'],
    ['headerText', { headerKind: 'TEXT', headerText: 'x'.repeat(61) }, 'Must have at most 60 characters.'],
    ['footer', { footer: 'Dear {{1}} you' }, 'Must not have variables.'],
    ['mediaId', { headerKind: 'IMAGE' }, 'Choose a file.'],
    ['buttons.0.url', { buttons: [{ ...newButton('URL'), text: 'Go', url: 'shop' }] }, 'Must be a URL'],
    ['buttons.0.phone', { buttons: [{ ...newButton('PHONE_NUMBER'), text: 'Go', phone: '12' }] }, 'Must be + and'],
    ['buttons.0.code', { buttons: [newButton('COPY_CODE')] }, 'Must have 1 to 15'],
    ['buttons.0.text', { buttons: [newButton('QUICK_REPLY')] }, 'Must not be empty.'],
    ['components', { body: 'From {{1}} to {{name}} today' }, 'Variables must all be numbers or all be names.'],
  ])('is shown at %s', (field, change, message) => {
    expect(draftErrors(draft(change))[field]).toMatch(new RegExp(`^${message.replace(/[+.]/g, '\\$&')}`))
  })

  test('is mapped from the server path to the form field', () => {
    const template = { ...toTemplate(draft({})), components: FULL }
    expect(formField('components.3.buttons.1.example', template)).toBe('buttons.1.sample')
    expect(formField('components.1.example', template)).toBe('samples')
    expect(formField('components', template)).toBe('components')
    expect(formField('name', template)).toBe('name')
  })
})
