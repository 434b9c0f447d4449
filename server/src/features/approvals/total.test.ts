import { beforeAll, expect, test } from 'vitest'
import { newWallet } from '../../../tests/support/money/wallets.ts'
import { invitedOperator, newOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { readWallet } from '../wallet/read.ts'

/** Each vendor may get one thousand rupees without an approval, and all vendors together five thousand. */
const THRESHOLD = 100_000
const TOTAL = 500_000

let product: TestProduct
let owner: TestOperator
beforeAll(async () => {
  product = await startProduct({
    env: {
      APPROVAL_THRESHOLD_INR_PAISE: String(THRESHOLD),
      APPROVAL_TOTAL_INR_PAISE: String(TOTAL),
      OPERATOR_CONFIRMATION_REQUIRED: 'true',
      ACCESS_TOKEN_TTL_SECONDS: '86400',
    },
  })
  owner = await newOperator(product)
})

const newVendorIds = (count: number, currency = 'INR') =>
  Promise.all(Array.from({ length: count }, () => newWallet(product.deps.db, { currency })))
const credit = async (by: TestOperator, vendorId: VendorId, amountMinorUnit: number) => {
  const body = { vendorId, amountMinorUnit, type: 'CREDIT', reason: 'paid by cheque' }
  return product.post('/admin/wallet/credit', body, by)
}
async function creditAll(by: TestOperator, vendorIds: readonly VendorId[], amountMinorUnit: number) {
  const statuses: number[] = []
  for (const vendorId of vendorIds) statuses.push((await credit(by, vendorId, amountMinorUnit)).status)
  return statuses
}

test('small credits to many vendors need a second operator once they are large together', async () => {
  const finance = await newOperator(product, 'FINANCE')
  const vendorIds = await newVendorIds(7)
  expect(await creditAll(finance, vendorIds, THRESHOLD)).toEqual([201, 201, 201, 201, 201, 202, 202])
  const last = vendorIds[6] as VendorId
  const { status, body } = await credit(finance, last, 1)
  expect([status, body.status]).toEqual([202, 'PENDING'])
  expect((await readWallet(product.deps.db, last)).balance_minor_unit).toBe(0n)

  const decide = (by: TestOperator) => product.post(`/admin/approvals/${body.approvalId}/approve`, undefined, by)
  expect((await decide(finance)).body.code).toBe('SAME_OPERATOR')
  expect((await decide(owner)).status).toBe(200)
  expect((await readWallet(product.deps.db, last)).balance_minor_unit).toBe(1n)
})

test('is counted for the person with all accounts, and not for somebody else', async () => {
  const second = await invitedOperator(product, owner)
  expect(await creditAll(owner, await newVendorIds(3), THRESHOLD)).toEqual([201, 201, 201])
  expect(await creditAll(second, await newVendorIds(3), THRESHOLD)).toEqual([201, 201, 202])
  const other = await newOperator(product, 'FINANCE')
  expect(await creditAll(other, await newVendorIds(1), THRESHOLD)).toEqual([201])
})

test('is not exceeded by credits that are sent at once', async () => {
  const finance = await newOperator(product, 'FINANCE')
  const answers = await Promise.all((await newVendorIds(12)).map((id) => credit(finance, id, THRESHOLD)))
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(5)
  expect(answers.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(7)
})

test('adds up the currencies in rupees', async () => {
  const finance = await newOperator(product, 'FINANCE')
  // At the rates of the sandbox a dollar is more than 80 rupees and less than 100.
  expect(await creditAll(finance, await newVendorIds(4), THRESHOLD)).toEqual([201, 201, 201, 201])
  expect(await creditAll(finance, await newVendorIds(2, 'USD'), 1_000)).toEqual([201, 202])
  expect(await creditAll(finance, await newVendorIds(2), 1)).toEqual([201, 201])
})

test('each kind of action counts by itself', async () => {
  const finance = await newOperator(product, 'FINANCE')
  const vendorIds = await newVendorIds(5)
  for (const vendorId of vendorIds) {
    const { id: transactionId } = (await credit(finance, vendorId, THRESHOLD)).body
    const correction = { vendorId, transactionId, reason: 'a mistake' }
    expect((await product.post('/admin/wallet/corrections', correction, finance)).status).toBe(201)
  }
})

test('is for a day', async () => {
  const finance = await newOperator(product, 'FINANCE')
  expect(await creditAll(finance, await newVendorIds(6), THRESHOLD)).toEqual([201, 201, 201, 201, 201, 202])
  await product.advance(86_400 + 1)
  expect(await creditAll(await signedInAgain(finance), await newVendorIds(1), THRESHOLD)).toEqual([201])
})

async function signedInAgain(operator: TestOperator): Promise<TestOperator> {
  const { body } = await product.post('/auth/refresh', { refreshToken: operator.refreshToken })
  return { ...operator, token: body.accessToken }
}
