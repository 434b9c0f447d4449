import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { withExamples } from './examples.ts'
import type { Template, TemplateComponent } from './template.ts'

const of = (...components: TemplateComponent[]): Template => ({
  name: 'order_update',
  language: 'en_US',
  category: 'MARKETING',
  components,
})
const BODY = 'Order {{2}} for {{1}} and again {{2}} is ready'

describe('examples', () => {
  test('are in the order of the numbers, one for each variable', () => {
    const { components } = withExamples(of({ type: 'BODY', text: BODY }))
    expect(components).toEqual([{ type: 'BODY', text: BODY, example: { body_text: [['Example 1', 'Example 2']] } }])
  })

  test('of the vendor are kept, and texts without variables get none', () => {
    const own = of(
      { type: 'HEADER', format: 'TEXT', text: 'News' },
      { type: 'BODY', text: BODY, example: { body_text: [['Asha', 'A-17']] } },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Shop', url: 'https://shop.example/a' }] },
    )
    expect(withExamples(own)).toEqual(own)
    expect(checkTemplate(own, 4).problems).toEqual([])
  })

  test.each<[string, TemplateComponent]>([
    ['too few', { type: 'BODY', text: BODY, example: { body_text: [['Asha']] } }],
    [
      'several lists',
      {
        type: 'BODY',
        text: BODY,
        example: {
          body_text: [
            ['a', 'b'],
            ['c', 'd'],
          ],
        },
      },
    ],
    ['none', { type: 'BODY', text: BODY, example: {} }],
    ['names', { type: 'BODY', text: BODY, example: { body_text_named_params: [{ param_name: 'a', example: 'b' }] } }],
    ['other names', { type: 'BODY', text: 'Dear {{name}}, hello', example: { body_text: [['Asha']] } }],
    ['of nothing', { type: 'BODY', text: 'Hello', example: { body_text: [['Asha']] } }],
    [
      'of a link that has no variable',
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Shop', url: 'https://shop.example/a', example: ['b'] }] },
    ],
  ])('that do not fit the variables (%s) are refused', (_, component) => {
    const rest: TemplateComponent[] = component.type === 'BODY' ? [] : [{ type: 'BODY', text: 'Hello' }]
    const { problems } = checkTemplate(of(component, ...rest), 4)
    expect(problems.map(({ path }) => path)).toContainEqual(expect.stringMatching(/example$/))
  })
})

describe('examples of each part', () => {
  test('are added in the form that the provider wants', () => {
    const filled = withExamples(
      of(
        { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
        { type: 'BODY', text: 'Hello {{1}} of {{2}}, welcome to our shop' },
        { type: 'FOOTER', text: 'Reply STOP' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
            { type: 'QUICK_REPLY', text: 'Thanks' },
          ],
        },
      ),
    )
    expect(filled.components.map((part) => ('example' in part ? part.example : undefined))).toEqual([
      { header_text: ['Example 1'] },
      { body_text: [['Example 1', 'Example 2']] },
      undefined,
      undefined,
    ])
    expect(filled.components[3]).toMatchObject({ buttons: [{ example: ['example'] }, { text: 'Thanks' }] })
    expect(checkTemplate(filled, 4).problems).toEqual([])
  })

  test('of names have the names, and a picture or a text of the provider needs none', () => {
    const { components } = withExamples(
      of({ type: 'HEADER', format: 'TEXT', text: 'For {{name}}' }, { type: 'BODY', text: 'Hi {{first_name}}, hello' }),
    )
    expect(components.map((part) => ('example' in part ? part.example : undefined))).toEqual([
      { header_text_named_params: [{ param_name: 'name', example: 'name' }] },
      { body_text_named_params: [{ param_name: 'first_name', example: 'first name' }] },
    ])
    const picture: TemplateComponent = { type: 'HEADER', format: 'IMAGE', mediaId: 'm' }
    expect(withExamples(of(picture, { type: 'BODY' })).components).toEqual([picture, { type: 'BODY' }])
  })

  test('of the vendor stay in every part', () => {
    const own = of(
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-17'] } },
      {
        type: 'BODY',
        text: 'Hello {{name}}, welcome',
        example: { body_text_named_params: [{ param_name: 'name', example: 'Asha' }] },
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['a17'] },
          { type: 'COPY_CODE', example: 'SAVE20' },
        ],
      },
    )
    expect(withExamples(own)).toEqual(own)
    const problems = checkTemplate(own, 4).problems.map(({ path }) => path)
    expect(problems.filter((path) => path.endsWith('example'))).toEqual([])
  })

  test.each<[string, TemplateComponent[]]>([
    [
      'a header with two',
      [{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['a', 'b'] } }],
    ],
    ['a header of which nothing is given', [{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: {} }]],
    [
      'another name',
      [
        {
          type: 'BODY',
          text: 'Hello {{name}}, welcome',
          example: { body_text_named_params: [{ param_name: 'city', example: 'Pune' }] },
        },
      ],
    ],
    [
      'another name beside the right one',
      [
        {
          type: 'BODY',
          text: 'Hello {{name}} of {{city}}, welcome',
          example: {
            body_text_named_params: [
              { param_name: 'name', example: 'Asha' },
              { param_name: 'town', example: 'Pune' },
            ],
          },
        },
      ],
    ],
    [
      'a name too many',
      [
        {
          type: 'BODY',
          text: 'Hello {{name}}, welcome',
          example: {
            body_text_named_params: [
              { param_name: 'name', example: 'Asha' },
              { param_name: 'city', example: 'Pune' },
            ],
          },
        },
      ],
    ],
    [
      'both names and numbers',
      [
        {
          type: 'BODY',
          text: 'Hello {{name}}, welcome',
          example: { body_text: [['Asha']], body_text_named_params: [{ param_name: 'name', example: 'Asha' }] },
        },
      ],
    ],
  ])('with %s are refused', (_, components) => {
    const paths = checkTemplate(of(...components), 4).problems.map(({ path }) => path)
    expect(paths.filter((path) => path === 'components.0.example')).toHaveLength(1)
  })

  test('of a link are refused when they are several, at the place of the button', () => {
    const links = of({
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['a', 'b'] },
      ],
    })
    const paths = checkTemplate(links, 4).problems.map(({ path }) => path)
    expect(paths).toContain('components.0.buttons.1.example')
  })
})
