import { beforeEach, expect, test } from 'vitest'
import { newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
/** The only owner, at the start of every test. */
let anna: TestOperator
beforeEach(async () => {
  product ??= await startProduct()
  anna ??= await seededOperator(product)
})

const patch = (by: TestOperator, id: string, change: object) => product.patch(`/admin/operators/${id}`, change, by)
const remove = (by: TestOperator, id: string) => product.del(`/admin/operators/${id}`, by)
const owners = async () => {
  const { data } = (await product.get('/admin/operators?pageSize=100', anna)).body
  return data.filter((one: { role: string; status: string }) => one.role === 'OWNER' && one.status === 'ACTIVE')
}

test('the last owner cannot be demoted, disabled or removed, even with other operators', async () => {
  const finance = await newOperator(product, 'FINANCE')
  const disabled = await newOperator(product)
  await patch(anna, disabled.id, { disabled: true })
  await product.post('/admin/operators', { email: 'invited-owner@example.com', role: 'OWNER' }, anna)
  for (const answer of [
    await patch(anna, anna.id, { role: 'FINANCE' }),
    await patch(anna, anna.id, { role: 'SUPPORT', disabled: false }),
    await patch(anna, anna.id, { disabled: true }),
    await remove(anna, anna.id),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } })
  expect(await owners()).toHaveLength(1)
  await remove(anna, disabled.id)
  await remove(anna, finance.id)
})

test('of owners who step down, demote or remove each other at once, one remains', async () => {
  for (let round = 0; round < 6; round++) {
    const bilal = await newOperator(product)
    const steps = [
      () => [patch(anna, anna.id, { role: 'SUPPORT' }), patch(bilal, bilal.id, { role: 'FINANCE' })],
      () => [patch(anna, bilal.id, { role: 'SUPPORT' }), patch(bilal, anna.id, { role: 'SUPPORT' })],
      () => [remove(bilal, bilal.id), patch(anna, anna.id, { role: 'FINANCE' })],
    ]
    const answers = await Promise.all(steps[round % 3]?.() ?? [])
    const done = answers.filter(({ status }) => status < 300)
    expect(done).toHaveLength(1)
    for (const { status, body } of answers)
      if (status >= 300) expect(['LAST_OWNER', 'OPERATOR_ROLE_REQUIRED', 'UNAUTHENTICATED']).toContain(body.code)
    const [owner] = await owners()
    expect(await owners()).toHaveLength(1)
    // For the next round anna is the only owner again.
    if (owner.id !== anna.id) {
      await patch(bilal, anna.id, { role: 'OWNER' })
      await remove(anna, bilal.id)
    } else if (answers[1]?.status !== 204) await remove(anna, bilal.id)
  }
})

test('a removed operator is signed out at once, cannot sign in and can be invited again', async () => {
  const bilal = await newOperator(product, 'FINANCE')
  expect((await remove(anna, bilal.id)).status).toBe(204)
  for (const path of ['/admin/vendors', '/auth/sessions']) expect((await product.get(path, bilal)).status).toBe(401)
  expect((await product.post('/auth/refresh', { refreshToken: bilal.refreshToken })).status).toBe(401)
  expect((await remove(anna, bilal.id)).status).toBe(404)
  const { data } = (await product.get('/admin/audit?action=OPERATOR_REMOVED', anna)).body
  expect(data[0]).toMatchObject({ subjectId: bilal.id, before: { role: 'FINANCE', disabled: false }, after: {} })
  const again = await product.post('/admin/operators', { email: bilal.email, role: 'SUPPORT' }, anna)
  expect(again).toMatchObject({ status: 201, body: { status: 'INVITED', role: 'SUPPORT' } })
})
