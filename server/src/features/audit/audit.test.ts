import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'
import { type AuditedAction, recordAction } from './record.ts'

let product: TestProduct
let operator: { token: string; id: AccountId }
let anna: VendorId
let bilal: VendorId
beforeAll(async () => {
  product = await startProduct()
  const { body } = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  operator = { token: body.accessToken, id: body.user.id }
  anna = (await newVendor(product)).vendorId as VendorId
  bilal = (await newVendor(product)).vendorId as VendorId
})

const record = (action: AuditedAction['action'], vendorId: VendorId | null, more: Partial<AuditedAction> = {}) =>
  inTransaction(product.deps.db, (tx) =>
    recordAction(
      tx,
      {
        operatorId: operator.id,
        action,
        vendorId,
        subjectType: 'wallet',
        subjectId: 'w1',
        before: {},
        after: {},
        ...more,
      },
      product.deps.clock.now(),
    ),
  )
const audit = async (query = '') => (await product.get(`/admin/audit${query}`, { token: operator.token })).body

test('actions are listed newest first, with all fields, in pages and by cursor', async () => {
  const before = (await audit()).total
  await record('WALLET_CREDITED', anna, {
    details: { amountMinorUnit: 500, reason: 'goodwill', isBonus: true },
    before: { balanceMinorUnit: 0 },
    after: { balanceMinorUnit: 500 },
  })
  await record('PRICE_ADDED', null, { operatorId: null })
  const { data, total } = await audit()
  expect(total).toBe(before + 2)
  expect(data.slice(0, 2)).toMatchObject([
    {
      action: 'PRICE_ADDED',
      operatorId: null,
      operatorEmail: null,
      vendorId: null,
      details: {},
      before: {},
      after: {},
    },
    {
      action: 'WALLET_CREDITED',
      operatorId: operator.id,
      operatorEmail: OPERATOR_EMAIL,
      vendorId: anna,
      subjectType: 'wallet',
      subjectId: 'w1',
      details: { amountMinorUnit: 500, reason: 'goodwill', isBonus: true },
      before: { balanceMinorUnit: 0 },
      after: { balanceMinorUnit: 500 },
    },
  ])
  const first = await audit('?pageSize=1')
  const second = await audit(`?pageSize=1&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data]).toEqual(data.slice(0, 2))
  expect((await audit('?pageSize=1&page=2')).data).toEqual(second.data)
})

test('the list can be filtered by vendor, action, operator and time', async () => {
  await record('WALLET_CREDITED', bilal)
  await record('REFUND_ISSUED', bilal)
  const actions = async (query: string) => (await audit(query)).data.map(({ action }: { action: string }) => action)
  expect(await actions(`?vendorId=${bilal}`)).toEqual(['REFUND_ISSUED', 'WALLET_CREDITED'])
  expect(await actions(`?vendorId=${bilal}&action=WALLET_CREDITED`)).toEqual(['WALLET_CREDITED'])
  expect(await actions('?action=NOTHING')).toEqual([])
  await record('PRICE_ADDED', bilal, { operatorId: null })
  expect(await actions(`?vendorId=${bilal}&operatorId=${operator.id}`)).toEqual(['REFUND_ISSUED', 'WALLET_CREDITED'])
  const now = product.deps.clock.now().toISOString()
  await product.advance(60)
  const then = product.deps.clock.now().toISOString()
  await record('VENDOR_SUSPENDED', bilal)
  expect(await actions(`?vendorId=${bilal}&from=${then}`)).toEqual(['VENDOR_SUSPENDED'])
  expect(await actions(`?vendorId=${bilal}&from=${now}&to=${then}`)).not.toContain('VENDOR_SUSPENDED')
  for (const query of ['', `?operatorId=${operator.id}`, `?from=${then}`, `?to=${now}`, '?action=VENDOR_SUSPENDED']) {
    const { data, total } = await audit(`${query}${query ? '&' : '?'}pageSize=100`)
    expect(total, query).toBe(data.length)
  }
  for (const day of ['2026-11-15', '2026-11-16'])
    for (const side of ['from', 'to'])
      expect((await audit(`?${side}=${day}`)).total).toBe((await audit(`?${side}=${day}T00:00:00Z`)).total)
  for (const query of ['?vendorId=7', '?action=lower', '?operatorId=me', '?from=today', '?what=1'])
    expect(await audit(query)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
})

test('the operators whom an entry names by id have their email addresses in it', async () => {
  await record('WALLET_CREDITED', bilal, { details: { approvedBy: operator.id, reason: operator.id } })
  const { data } = await audit(`?vendorId=${bilal}&pageSize=1`)
  expect(data[0].people).toEqual({ [operator.id]: OPERATOR_EMAIL })
})

test('an entry cannot be changed or removed, and does not exist when the action did not happen', async () => {
  const { total } = await audit()
  for (const statement of ["update audit_entry set action = 'X'", 'delete from audit_entry', 'truncate audit_entry'])
    await expect(sql.raw(statement).execute(product.deps.db)).rejects.toThrow('append-only')
  const undone = inTransaction(product.deps.db, async (tx) => {
    await recordAction(
      tx,
      {
        operatorId: operator.id,
        action: 'WALLET_CREDITED',
        subjectType: 'wallet',
        subjectId: 'w2',
        before: {},
        after: {},
      },
      product.deps.clock.now(),
    )
    throw new Error('the action failed')
  })
  await expect(undone).rejects.toThrow('the action failed')
  expect((await audit()).total).toBe(total)
})

test('only operators can read it', async () => {
  const vendor = await newVendor(product)
  expect((await product.get('/admin/audit', { token: vendor.token })).status).toBe(403)
  expect((await product.get('/admin/audit')).status).toBe(401)
})
