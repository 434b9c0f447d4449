import { beforeAll, expect, test } from 'vitest'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { invitedOperator, newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newEmail, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

const THRESHOLD = 5_000_000

let product: TestProduct
let anna: TestOperator
let bilal: TestOperator
beforeAll(async () => {
  product = await startProduct({ env: { OPERATOR_CONFIRMATION_REQUIRED: 'true' } })
  ;[anna, bilal] = [await seededOperator(product), await newOperator(product)]
})

const credit = (by: TestOperator, vendorId: string, amountMinorUnit: number) =>
  product.post('/admin/wallet/credit', { vendorId, amountMinorUnit, type: 'CREDIT', reason: 'paid by cheque' }, by)
const decide = (by: TestOperator, id: string, how = 'approve') =>
  product.post(`/admin/approvals/${id}/${how}`, undefined, by)
const confirm = (by: TestOperator, id: string) => product.post(`/admin/operators/${id}/confirm`, undefined, by)

async function requestOf(by: TestOperator) {
  const { status, body } = await credit(by, await newWallet(product.deps.db), THRESHOLD + 1)
  expect(status).toBe(202)
  return body.approvalId as string
}
const sameOperator = { status: 403, body: { code: 'SAME_OPERATOR' } }

async function expectOnePerson(...accounts: TestOperator[]) {
  for (const requester of accounts) {
    const id = await requestOf(requester)
    for (const other of accounts)
      for (const how of ['approve', 'reject']) expect(await decide(other, id, how)).toMatchObject(sameOperator)
    expect((await decide(bilal, id)).status).toBe(200)
  }
}

test('one person with several accounts approves nothing alone', async () => {
  const second = await invitedOperator(product, anna)
  const third = await invitedOperator(product, anna, 'FINANCE')
  const throughSecond = await invitedOperator(product, second)
  await expectOnePerson(anna, second, third, throughSecond)

  expect((await product.del(`/admin/operators/${second.id}`, anna)).status).toBe(204)
  await expectOnePerson(anna, throughSecond)
})

test('what one person moves from several accounts counts together', async () => {
  const second = await invitedOperator(product, anna)
  const vendorId = await newWallet(product.deps.db)
  expect((await credit(anna, vendorId, THRESHOLD - 1)).status).toBe(201)
  expect((await credit(second, vendorId, 2)).status).toBe(202)
  expect((await credit(bilal, vendorId, THRESHOLD - 1)).status).toBe(201)
})

test('an invited operator decides requests of the inviter once an independent owner has confirmed it', async () => {
  const second = await invitedOperator(product, anna)
  const throughSecond = await invitedOperator(product, second)
  for (const own of [anna, second, throughSecond]) expect(await confirm(own, second.id)).toMatchObject(sameOperator)
  const id = await requestOf(anna)
  expect(await confirm(bilal, second.id)).toMatchObject({
    status: 200,
    body: {
      id: second.id,
      invitedBy: { id: anna.id, email: anna.email },
      confirmedBy: { id: bilal.id, email: bilal.email },
    },
  })
  expect((await confirm(anna, second.id)).body.confirmedBy.id).toBe(bilal.id)
  expect((await decide(second, id)).status).toBe(200)
  await expectOnePerson(second, throughSecond)
})

test('only an owner confirms, and only who has accepted an invitation', async () => {
  const second = await invitedOperator(product, anna)
  const finance = await newOperator(product, 'FINANCE')
  expect((await confirm(finance, second.id)).body.code).toBe('OPERATOR_ROLE_REQUIRED')
  const { body } = await product.post('/admin/operators', { email: newEmail(), role: 'FINANCE' }, anna)
  expect(body).toMatchObject({ invitedBy: { id: anna.id, email: anna.email }, confirmedBy: null })
  expect(await confirm(bilal, body.id)).toMatchObject({ status: 409, body: { currentStatus: 'INVITED' } })
  expect((await confirm(bilal, newId<'account'>())).status).toBe(404)
})

test('where one person tries things, in sandbox mode, an invited operator decides at once', async () => {
  const sandbox = await startProduct()
  const asha = await seededOperator(sandbox)
  const second = await invitedOperator(sandbox, asha)
  const vendorId = await newWallet(sandbox.deps.db)
  const body = { vendorId, amountMinorUnit: THRESHOLD + 1, type: 'CREDIT', reason: 'paid by cheque' }
  const { approvalId } = (await sandbox.post('/admin/wallet/credit', body, asha)).body
  expect((await sandbox.post(`/admin/approvals/${approvalId}/approve`, undefined, second)).status).toBe(200)
})
