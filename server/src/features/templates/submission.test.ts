import { beforeAll, describe, expect, test } from 'vitest'
import { createTemplate, shortTemplate, untilTemplate } from '../../../tests/support/messaging/templates.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'
import { ProviderRefused, ProviderUnavailable } from '../../ports/messaging-provider.ts'

let product: TestProduct
let asha: Awaited<ReturnType<typeof newVendor>>
const submitted: string[] = []
beforeAll(async () => {
  product = await startProduct()
  product.deps.provider.createTemplate = async ({ name, category }) => {
    submitted.push(name)
    return { providerId: '1', status: 'PENDING', category }
  }
  asha = await newVendor(product)
})
const post = (body: object) => product.post('/templates', body, { token: asha.token })

describe('before anything is submitted', () => {
  const parts = (...components: object[]) => shortTemplate({ body: undefined, components })
  test.each<[string, object]>([
    ['components.0.text: must not begin with a variable', shortTemplate({ body: '{{1}} is what you ordered' })],
    ['components.0.text: must not end with a variable', shortTemplate({ body: 'You ordered {{1}}' })],
    ['two variables must not be next to each other', shortTemplate({ body: 'You ordered {{1}} {{2}} today' })],
    ['variables must be numbered 1, 2, 3 … without gaps', shortTemplate({ body: 'You have {{1}} and {{3}} today' })],
    ['must have at most 1024 characters', shortTemplate({ body: 'x'.repeat(1_025) })],
    ['must not be empty', shortTemplate({ body: ' ' })],
    ['name: ', shortTemplate({ name: 'Order Update' })],
    ['name: ', shortTemplate({ name: 'x'.repeat(511) })],
    ['language: ', shortTemplate({ language: 'english' })],
    ['must have a BODY component', parts({ type: 'FOOTER', text: 'only a footer' })],
    [
      'must have 1 values',
      parts({ type: 'BODY', text: 'Your order {{1}} is here', example: { body_text: [['a', 'b']] } }),
    ],
    [
      'is not the id of one of your files',
      parts({ type: 'HEADER', format: 'IMAGE', mediaId: newId<'x'>() }, { type: 'BODY', text: 'Look at this' }),
    ],
    [
      'is not the id of one of your files',
      parts({ type: 'HEADER', format: 'IMAGE', mediaId: 'https://x.example/a.png' }, { type: 'BODY', text: 'Look' }),
    ],
  ])('“%s” is a 422 that names the rule', async (sentence, body) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'TEMPLATE_INVALID' } })
    expect(
      answer.body.errors.map((error: { path: string; message: string }) => `${error.path}: ${error.message}`),
    ).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]))
    expect(submitted).toEqual([])
  })

  test.each<[string, object]>([
    ['an unknown field', { ...shortTemplate(), status: 'APPROVED' }],
    ['both forms', { ...shortTemplate(), components: [{ type: 'BODY', text: 'Hello' }] }],
    ['neither form', shortTemplate({ body: undefined })],
    ['a component that does not exist', parts({ type: 'CAROUSEL' })],
    ['a URL in place of a file', parts({ type: 'HEADER', format: 'IMAGE', link: 'http://127.0.0.1/a.png' })],
    [
      'a URL as an example',
      parts({ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['http://169.254.169.254/'] } }),
    ],
    ['a control character', shortTemplate({ body: 'Hello \u0000 you' })],
    ['half a character', shortTemplate({ body: 'Hello \ud800 you' })],
    ['another category', shortTemplate({ category: 'SERVICE' })],
  ])('%s is a 400', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })

  test('a short text with many variables is a warning and no refusal', async () => {
    const created = await createTemplate(product, asha.token, shortTemplate({ body: 'Hi {{1}}, it is {{2}} now' }))
    expect(created.warnings).toEqual([expect.stringContaining('words for 2 variables')])
  })
})

describe('an answer that was lost', () => {
  const taken = new ProviderRefused(100, 2388024, 'There is already content for this template in this language.')

  test('is looked up by name and language when the name is taken', async () => {
    const { provider } = product.deps
    const [create, find] = [provider.createTemplate, provider.findTemplate]
    const asked: string[] = []
    let tries = 0
    provider.createTemplate = async () => {
      throw ++tries === 1 ? new ProviderUnavailable('lost') : taken
    }
    provider.findTemplate = async (name, language) => {
      asked.push(`${name} ${language}`)
      return { providerId: '77', status: 'APPROVED', category: 'MARKETING' }
    }
    const { id, name } = await createTemplate(product, asha.token)
    await product.advance(61)
    await untilTemplate(product, asha.token, id, { status: 'APPROVED', category: 'MARKETING' })
    expect([tries, asked]).toEqual([2, [expect.stringMatching(`^h\\d+_${name} en_US$`)]])
    Object.assign(provider, { createTemplate: create, findTemplate: find })
  })

  test('cannot explain a taken name on the first attempt, which is a refusal', async () => {
    const { provider } = product.deps
    const create = provider.createTemplate
    provider.createTemplate = () => Promise.reject(taken)
    expect(await post(shortTemplate())).toMatchObject({ status: 422, body: { code: 'TEMPLATE_REFUSED' } })
    provider.createTemplate = create
  })

  test('for an edited template is requested again, and a refusal keeps the edited content', async () => {
    const { provider } = product.deps
    const [create, edit] = [provider.createTemplate, provider.editTemplate]
    provider.createTemplate = async ({ category }) => ({ providerId: '88', status: 'REJECTED', category })
    const { id } = await createTemplate(product, asha.token)
    await untilTemplate(product, asha.token, id, { status: 'REJECTED' })
    const answers = [new ProviderUnavailable('lost'), new ProviderRefused(100, 2388293, 'Too many variables.')]
    const edited: unknown[] = []
    provider.editTemplate = async (...what) => {
      edited.push(what)
      throw answers[edited.length - 1]
    }
    const change = { category: 'UTILITY', body: 'Dear {{1}}, your order is on its way.' }
    const put = () => product.call('PUT', `/templates/${id}`, change, { token: asha.token })
    expect(await put()).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    await product.advance(61)
    await untilTemplate(product, asha.token, id, { status: 'REJECTED', rejectionReason: 'Too many variables.' })
    const components = [{ type: 'BODY', text: change.body, example: { body_text: [['Example 1']] } }]
    expect(edited).toEqual(Array(2).fill(['88', expect.objectContaining({ category: 'UTILITY', components })]))
    answers.push(new ProviderRefused(100, 2388293, 'Still too many.'))
    expect(await put()).toMatchObject({ status: 422, body: { code: 'TEMPLATE_REFUSED', detail: 'Still too many.' } })
    await untilTemplate(product, asha.token, id, { status: 'REJECTED', rejectionReason: 'Still too many.' })
    Object.assign(provider, { createTemplate: create, editTemplate: edit })
  })

  test.each([4, 190, 80007, 131042])(
    'is what a refusal with code %i counts as: it is about the account',
    async (code) => {
      const { provider } = product.deps
      const create = provider.createTemplate
      provider.createTemplate = () => Promise.reject(new ProviderRefused(code, undefined, 'Not now'))
      expect((await createTemplate(product, asha.token)).status).toBe('PENDING')
      provider.createTemplate = create
    },
  )
})
