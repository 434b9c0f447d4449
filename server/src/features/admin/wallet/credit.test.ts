import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../../tests/support/cleanup.ts'
import { newWallet } from '../../../../tests/support/money/wallets.ts'
import { nobodyOutside, type ProductProcess, startProcess } from '../../../../tests/support/processes/process.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { newId } from '../../../platform/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'
import { readWallet } from '../../wallet/read.ts'

let product: TestProduct
let operator: string
let operatorId: string
beforeAll(async () => {
  product = await startProduct()
  const { body } = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  operator = body.accessToken
  operatorId = body.user.id
})
const credit = (body: unknown, headers: Record<string, string> = {}, token = operator) =>
  product.post('/admin/wallet/credit', body, { token, headers })
const balanceOf = async (vendorId: Awaited<ReturnType<typeof newWallet>>) =>
  (await readWallet(product.deps.db, vendorId)).balance_minor_unit

test('an operator credits a wallet; the ledger entry and the audit entry are created together', async () => {
  const vendorId = await newWallet(product.deps.db)
  const paid = await credit({ vendorId, amountMinorUnit: 5_000, reason: 'paid by bank transfer' })
  expect(paid).toMatchObject({
    status: 201,
    body: {
      sequence: 1,
      type: 'CREDIT',
      amountMinorUnit: 5_000,
      bonusMinorUnit: 0,
      balanceAfterMinorUnit: 5_000,
      description: 'paid by bank transfer',
      referenceType: 'ADMIN',
    },
  })
  const given = await credit({ vendorId, amountMinorUnit: 70, type: 'BONUS', reason: 'goodwill' })
  expect(given.body).toMatchObject({ type: 'BONUS', bonusMinorUnit: 70, balanceAfterMinorUnit: 5_070 })
  const { body } = await product.get(`/admin/audit?vendorId=${vendorId}`, { token: operator })
  expect(body.data).toMatchObject([
    { action: 'WALLET_CREDITED', operatorId, subjectId: given.body.id, details: { type: 'BONUS', reason: 'goodwill' } },
    { operatorId, subjectId: paid.body.id, details: { type: 'CREDIT', amountMinorUnit: 5_000, currency: 'INR' } },
  ])
})

test.each([
  ['amountMinorUnit', 0],
  ['amountMinorUnit', -1],
  ['amountMinorUnit', 1.5],
  ['amountMinorUnit', '100'],
  ['amountMinorUnit', 100_000_000_001],
  ['amountMinorUnit', 2 ** 53],
  ['amountMinorUnit', null],
  ['amountMinorUnit', [100]],
  ['type', 'DEBIT'],
  ['type', 'REFUND'],
  ['reason', ''],
  ['reason', ' '],
  ['reason', 'two\nlines'],
  ['reason', 'x'.repeat(201)],
  ['vendorId', 1],
  ['balanceMinorUnit', 5],
  ['idempotencyKey', 'k'],
])('%s %j is refused, and nothing moves', async (field, value) => {
  const vendorId = await newWallet(product.deps.db)
  const body = { vendorId, amountMinorUnit: 100, reason: 'goodwill', [field]: value }
  expect(await credit(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(await balanceOf(vendorId)).toBe(0n)
})

test('a reason is required, the vendor must exist, and the wallet must be able to hold the amount', async () => {
  const vendorId = await newWallet(product.deps.db)
  expect((await credit({ vendorId, amountMinorUnit: 100 })).status).toBe(400)
  for (const unknown of [newId(), 'x'])
    expect(await credit({ vendorId: unknown, amountMinorUnit: 100, reason: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  // The largest amount allowed; a second operator decides.
  expect((await credit({ vendorId, amountMinorUnit: 100_000_000_000, reason: 'x' })).status).toBe(202)
})

test("a vendor's administrator cannot credit a wallet", async () => {
  const { token, vendorId } = await newVendor(product)
  const answer = await credit({ vendorId, amountMinorUnit: 100, reason: 'for me' }, {}, token)
  expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await product.get('/wallet/balance', { token })).body.balanceMinorUnit).toBe(0)
})

describe('over two processes at once', () => {
  let second: ProductProcess
  beforeAll(async () => {
    const { databaseUrl, deps } = product
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: deps.config.dataDir, OPERATOR_MFA_REQUIRED: 'false' }
    second = await startProcess({ ...env, SERVICE_TYPE: 'API_GATEWAY', ...nobodyOutside(product) })
    atEnd(() => second.end('SIGTERM'))
  })
  /** Sends to the product in this process, or to the other one. */
  const send = async (i: number, body: unknown, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    if (i % 2 === 0) return credit(body, headers)
    const response = await fetch(`${second.url}/api/v1/admin/wallet/credit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { sequence?: number } }
  }

  test('one Idempotency-Key credits once, and every later call gets the first answer', async () => {
    const vendorId = await newWallet(product.deps.db)
    const [body, key] = [{ vendorId, amountMinorUnit: 100, reason: 'once' }, randomUUID()]
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => send(i, body, key)))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect([await send(0, body, key), await send(1, body, key)]).toMatchObject([
      { status: 201, body: { sequence: 1 } },
      { status: 201, body: { sequence: 1 } },
    ])
    expect(await send(1, { ...body, amountMinorUnit: 101 }, key)).toMatchObject({ status: 422 })
    expect(await balanceOf(vendorId)).toBe(100n)
  })

  test('without a key every call credits, and the ledger contains them all', async () => {
    const vendorId = await newWallet(product.deps.db)
    const body = { vendorId, amountMinorUnit: 100, reason: 'many' }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => send(i, body)))
    const sequences = answers.map(({ body: { sequence = 0 } }) => sequence).sort((a, b) => a - b)
    expect(sequences).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    expect(await balanceOf(vendorId)).toBe(4_000n)
  })
})
