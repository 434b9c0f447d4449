import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  createTemplate,
  newTemplateName,
  readTemplate,
  shortTemplate,
  twinsOf,
  untilTemplate,
} from '../../../tests/support/messaging/templates.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

const SOON_MS = 20_000
let product: TestProduct
let asha: Awaited<ReturnType<typeof newVendor>>
let bilal: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ sandbox: true })
  asha = await newVendor(product)
  bilal = await newVendor(product, 'Bilal & Sons')
})

const post = (body: object, token = asha.token) => product.post('/templates', body, { token })
const list = async (query = '', token = asha.token) => (await product.get(`/templates${query}`, { token })).body
const reportTemplate = async (name: string, change: object) => {
  const [twin] = await twinsOf(product, name)
  expect((await product.sandbox.post('/control/provider/templates', { name: twin?.name, ...change })).status).toBe(200)
}
const notificationsOf = async (token: string) => (await product.get('/notifications', { token })).body.data

describe('a template', () => {
  test('is pending when submitted, approved by the provider, and notifies its vendor', async () => {
    const member = await newMember(product, asha.token)
    const body = shortTemplate()
    const created = await createTemplate(product, member.token, body)
    expect(created).toEqual({
      id: expect.any(String),
      name: body.name,
      category: 'UTILITY',
      requestedCategory: 'UTILITY',
      language: 'en_US',
      status: 'PENDING',
      components: [{ type: 'BODY', text: body.body, example: { body_text: [['Example 1', 'Example 2']] } }],
      variables: ['1', '2'],
      rejectionReason: null,
      quality: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    await untilTemplate(product, asha.token, created.id, { status: 'APPROVED' })
    const [notice] = await notificationsOf(asha.token)
    expect(notice).toMatchObject({ kind: 'TEMPLATE_APPROVED' })
  })

  test('that is rejected shows the reason', async () => {
    await product.sandbox.put('/control/provider', { templateVerdict: 'REJECTED' })
    const { id } = await createTemplate(product, asha.token)
    const rejectionReason = expect.stringContaining('INVALID_FORMAT: The sandbox is configured to reject templates.')
    await untilTemplate(product, asha.token, id, { status: 'REJECTED', rejectionReason })
    await product.sandbox.put('/control/provider', { templateVerdict: 'APPROVED' })
    expect((await notificationsOf(asha.token))[0]).toMatchObject({ kind: 'TEMPLATE_REJECTED' })
  })

  test('that was rejected can be edited and reviewed again, and ignores repeated callbacks about the old rejection', async () => {
    await product.sandbox.put('/control/provider', { templateVerdict: 'REJECTED' })
    const { id, name } = await createTemplate(product, asha.token)
    await untilTemplate(product, asha.token, id, { status: 'REJECTED' })
    await product.sandbox.put('/control/provider', { templateVerdict: 'APPROVED' })
    const put = (body: object, token = asha.token) => product.call('PUT', `/templates/${id}`, body, { token })
    expect(await put({ category: 'UTILITY', body: '{{1}} begins it' })).toMatchObject({
      status: 422,
      body: { code: 'TEMPLATE_INVALID' },
    })
    const body = 'Dear {{1}}, we have news of your order today.'
    expect(await put({ category: 'MARKETING', body }, bilal.token)).toMatchObject({ status: 404 })
    expect(await put({ category: 'MARKETING', body })).toMatchObject({
      status: 200,
      body: { id, name, status: 'PENDING', category: 'MARKETING', rejectionReason: null, variables: ['1'] },
    })
    await untilTemplate(product, asha.token, id, { status: 'APPROVED', category: 'MARKETING' })
    expect((await twinsOf(product, name))[0]).toMatchObject({ components: [expect.objectContaining({ text: body })] })
    expect(await put({ category: 'MARKETING', body })).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test('with every kind of component is accepted, and missing examples are added', async () => {
    const components = [
      { type: 'HEADER', format: 'TEXT', text: 'Our {{season}} sale' },
      { type: 'BODY', text: 'Dear {{first_name}}, everything is cheaper in {{city}} now.' },
      { type: 'FOOTER', text: 'Reply STOP to stop' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Shop', url: 'https://shop.example/?c={{1}}' },
          { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+918012345678' },
          { type: 'COPY_CODE', example: '25OFF' },
        ],
      },
    ]
    const name = newTemplateName()
    const created = await createTemplate(product, asha.token, {
      name,
      category: 'MARKETING',
      language: 'hi',
      components,
    })
    expect(created.variables).toEqual(['season', 'first_name', 'city', 'button.1.1', 'button.3.code'])
    const [twin] = await twinsOf(product, name)
    expect(twin).toMatchObject({ parameter_format: 'NAMED', language: 'hi', category: 'MARKETING' })
    expect(twin.components[1].example.body_text_named_params).toEqual([
      { param_name: 'first_name', example: 'first name' },
      { param_name: 'city', example: 'city' },
    ])
    expect(twin.components[3].buttons[1].example).toEqual(['example'])
    const code = [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
    ]
    const signIn = { name: newTemplateName(), category: 'AUTHENTICATION', language: 'en', components: code }
    expect((await createTemplate(product, asha.token, signIn)).variables).toEqual(['code'])
  })

  test('exists once per language; two vendors may use the same name, and neither sees the prefix', async () => {
    const body = shortTemplate()
    const [mine, theirs] = [
      await createTemplate(product, asha.token, body),
      await createTemplate(product, bilal.token, body),
    ]
    expect(await post(body)).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    await createTemplate(product, asha.token, { ...body, language: 'hi' })
    const names = (await twinsOf(product, body.name)).map(({ name }) => name)
    expect(new Set(names).size).toBe(2)
    await reportTemplate(body.name, { event: 'APPROVED' })
    await untilTemplate(product, asha.token, mine.id, { status: 'APPROVED' })
    await untilTemplate(product, bilal.token, theirs.id, { status: 'APPROVED' })
    const shown = JSON.stringify([await list(), await notificationsOf(asha.token), mine, await list('', bilal.token)])
    expect(shown).not.toMatch(/\bh\d+_/)
  })

  test('requested twenty times at once is created once', async () => {
    const body = shortTemplate()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, bilal.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await twinsOf(product, body.name)).toHaveLength(1)
  })

  test('requested twice with one idempotency key is created once and answered twice', async () => {
    const options = { token: asha.token, headers: { 'idempotency-key': newId<'key'>() } }
    const body = shortTemplate()
    const first = await product.post('/templates', body, options)
    const second = await product.post('/templates', body, options)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('gets the category that the provider assigns, when submitted and later', async () => {
    const real = product.deps.provider.createTemplate
    product.deps.provider.createTemplate = async (form) => ({ ...(await real(form)), category: 'MARKETING' })
    const body = shortTemplate()
    const created = await createTemplate(product, asha.token, body)
    product.deps.provider.createTemplate = real
    expect(created).toMatchObject({ category: 'MARKETING', requestedCategory: 'UTILITY' })
    await untilTemplate(product, asha.token, created.id, { status: 'APPROVED' })
    await product.advance(2)
    await reportTemplate(body.name, { category: 'AUTHENTICATION' })
    const changed = { category: 'AUTHENTICATION', requestedCategory: 'UTILITY' }
    await untilTemplate(product, asha.token, created.id, changed)
    const kinds = (await notificationsOf(asha.token)).map(({ kind }: { kind: string }) => kind)
    expect(kinds).toContain('TEMPLATE_CATEGORY_CHANGED')
  })
})

describe('a provider', () => {
  test('that refuses a template is quoted, and the template is not saved', async () => {
    // A name that exists only at the provider, which our own checks cannot know.
    const body = shortTemplate()
    const first = await createTemplate(product, asha.token, body)
    await product.deps.db.deleteFrom('template').where('id', '=', first.id).execute()
    const answer = await post(body)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'TEMPLATE_REFUSED', detail: 'There is already content for this template in this language.' },
    })
    expect((await list()).data.map(({ name }: { name: string }) => name)).not.toContain(body.name)
  })

  test('that is down gets the template later, once', async () => {
    const { provider } = product.deps
    const real = provider.createTemplate
    provider.createTemplate = async () => {
      throw new Error('connect ECONNREFUSED')
    }
    const body = shortTemplate()
    const created = await createTemplate(product, asha.token, body)
    expect(created.status).toBe('PENDING')
    expect(await twinsOf(product, body.name)).toEqual([])
    provider.createTemplate = real
    await product.advance(61)
    await untilTemplate(product, asha.token, created.id, { status: 'APPROVED' })
    expect(await twinsOf(product, body.name)).toHaveLength(1)
  })

  test('whose answer was lost has the template once, and it is found', async () => {
    const { provider } = product.deps
    const real = provider.createTemplate
    provider.createTemplate = async (form) => {
      await real(form)
      provider.createTemplate = real
      throw new Error('socket hang up')
    }
    const body = shortTemplate()
    const { id } = await createTemplate(product, asha.token, body)
    await product.advance(61)
    await eventually(async () => {
      const row = await product.deps.db
        .selectFrom('template')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.provider_id).toBe((await twinsOf(product, body.name))[0]?.id)
    }, SOON_MS)
    expect(await twinsOf(product, body.name)).toHaveLength(1)
  })

  test('that refuses it in a later attempt rejects it, because the vendor has seen it', async () => {
    const { provider } = product.deps
    const real = provider.createTemplate
    provider.createTemplate = async () => {
      throw new Error('connect ECONNREFUSED')
    }
    const { id } = await createTemplate(product, asha.token)
    provider.createTemplate = (form) => real({ ...form, name: 'Not Valid' })
    await product.advance(61)
    await untilTemplate(product, asha.token, id, {
      status: 'REJECTED',
      rejectionReason: 'The name has characters that are not allowed.',
    })
    provider.createTemplate = real
  })
})

describe('deleting', () => {
  test('removes it from the vendor at once and from the provider soon, and frees its name', async () => {
    const body = shortTemplate()
    const { id } = await createTemplate(product, asha.token, body)
    expect((await product.del(`/templates/${id}`, { token: asha.token })).status).toBe(204)
    expect((await product.get(`/templates/${id}`, { token: asha.token })).status).toBe(404)
    expect((await product.del(`/templates/${id}`, { token: asha.token })).status).toBe(404)
    await eventually(async () => expect(await twinsOf(product, body.name)).toEqual([]), SOON_MS)
    const again = await eventually(async () => {
      const answer = await post(body)
      expect(answer.status).toBe(201)
      return answer.body
    }, SOON_MS)
    await untilTemplate(product, asha.token, again.id, { status: 'APPROVED' })
  })

  test('a template with an unanswered submission also deletes it at the provider', async () => {
    const { provider } = product.deps
    const real = provider.createTemplate
    provider.createTemplate = async (form) => {
      await real(form)
      throw new Error('socket hang up')
    }
    const body = shortTemplate()
    const { id } = await createTemplate(product, asha.token, body)
    provider.createTemplate = real
    expect(await twinsOf(product, body.name)).toHaveLength(1)
    await product.del(`/templates/${id}`, { token: asha.token })
    await product.advance(61)
    await eventually(async () => expect(await twinsOf(product, body.name)).toEqual([]), SOON_MS)
  })
})

test("another vendor's template does not exist", async () => {
  const { id } = await createTemplate(product, asha.token)
  const [get, del] = [
    await product.get(`/templates/${id}`, { token: bilal.token }),
    await product.del(`/templates/${id}`, { token: bilal.token }),
  ]
  expect([get.status, del.status]).toEqual([404, 404])
  expect((await readTemplate(product, asha.token, id)).id).toBe(id)
  expect((await list('', bilal.token)).data.map((template: { id: string }) => template.id)).not.toContain(id)
})

test('the list is newest first, by page and cursor, and can be filtered by status', async () => {
  const carla = await newVendor(product, 'Carla')
  for (let n = 0; n < 5; n++) await createTemplate(product, carla.token)
  const all = (await list('', carla.token)).data
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)
  const first = await list('?pageSize=2', carla.token)
  const second = await list(`?pageSize=2&cursor=${first.nextCursor}`, carla.token)
  expect([...ids(first), ...ids(second)]).toEqual(all.slice(0, 4).map(({ id }: { id: string }) => id))
  expect(ids(await list('?pageSize=2&page=3', carla.token))).toEqual([all[4].id])
  await untilTemplate(product, carla.token, all[0].id, { status: 'APPROVED' })
  expect((await list('?status=DISABLED', carla.token)).total).toBe(0)
  expect((await product.get('/templates?status=nothing', { token: carla.token })).status).toBe(400)
})
