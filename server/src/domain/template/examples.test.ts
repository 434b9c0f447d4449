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
