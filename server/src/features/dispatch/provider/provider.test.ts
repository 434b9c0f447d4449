import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'
import { stopSending } from './provider-state.ts'

let product: TestProduct
let operator: { token: string }
beforeAll(async () => {
  product = await startProduct()
  operator = { token: (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
})
const state = async () => (await product.get('/admin/provider', operator)).body
const actions = async () =>
  (await product.get('/admin/audit?pageSize=10', operator)).body.data
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('PROVIDER'))
const stop = (code: number) =>
  inTransaction(product.deps.db, (tx) => stopSending(tx, product.deps, code, product.deps.clock.now()))

test('an operator sees why sending is stopped, gets one mail, and resumes it', async () => {
  expect(await state()).toMatchObject({ stopped: false, code: null, reason: null, since: null })
  expect(await Promise.all([stop(190), stop(190), stop(131042)])).toContain(true)
  const { stopped, code, reason, since } = await state()
  expect({ stopped, since }).toEqual({ stopped: true, since: expect.stringMatching(/Z$/) })
  expect(reason).toMatch(/messaging account/)
  const mails = () => product.mailbox.to(product.deps.config.SUPPORT_EMAIL)
  await eventually(() => expect(mails()).toHaveLength(1), 20_000)
  expect(mails()[0]?.text).toContain(`code ${code}`)
  expect((await product.post('/admin/provider/resume', undefined, operator)).body).toMatchObject({ stopped: false })
  expect(await product.post('/admin/provider/resume', undefined, operator)).toMatchObject({
    status: 409,
    body: { code: 'INVALID_STATE' },
  })
  expect(await actions()).toEqual(['PROVIDER_RESUMED', 'PROVIDER_STOPPED'])
})

test('an operator stops all sending manually', async () => {
  const answer = await product.post('/admin/provider/stop', undefined, operator)
  expect(answer).toMatchObject({ status: 200, body: { stopped: true, code: null, since: expect.any(String) } })
  expect((await product.post('/admin/provider/stop', undefined, operator)).status).toBe(409)
  await product.post('/admin/provider/resume', undefined, operator)
  expect(await state()).toMatchObject({ stopped: false })
})

test('only operators may stop and resume sending', async () => {
  const vendor = await newVendor(product)
  for (const call of [
    product.get('/admin/provider', vendor),
    product.get('/admin/provider/discrepancies', vendor),
    product.post('/admin/provider/resume', undefined, vendor),
  ])
    expect((await call).status).toBe(403)
})
