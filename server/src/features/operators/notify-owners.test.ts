import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { invitedOperator, newOperator, seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newEmail, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
let anna: TestOperator
let bilal: TestOperator
beforeAll(async () => {
  product = await startProduct()
  ;[anna, bilal] = [await seededOperator(product), await newOperator(product)]
})

const mailsTo = ({ email }: TestOperator, about: string) =>
  product.mailbox.to(email).filter(({ text }) => text.includes(about) && text.includes('because you are an owner'))

/** Waits until every job that was caused by then has been carried out. */
const settled = () =>
  eventually(async () => {
    const { rows } = await product.deps.db
      .selectFrom('outbox_event')
      .select((eb) => eb.fn.countAll<bigint>().as('rows'))
      .where('job_name', 'like', 'audit.%')
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(0)
  }, 15_000)

async function expectMailed(about: string, sentence: string) {
  await eventually(() => expect(mailsTo(bilal, about)).toHaveLength(1), 15_000)
  expect(mailsTo(bilal, about)[0]?.text).toContain(sentence)
  await settled()
  expect(mailsTo(anna, about)).toEqual([])
}

test('the other owners are mailed who was invited to move money, by whom and as what', async () => {
  const finance = await newOperator(product, 'FINANCE')
  const disabled = await newOperator(product)
  await product.patch(`/admin/operators/${disabled.id}`, { disabled: true }, anna)
  const email = newEmail()
  await product.post('/admin/operators', { email, role: 'FINANCE' }, anna)
  await expectMailed(email, `${anna.email} invited ${email} as an operator with the role FINANCE.`)
  for (const excluded of [finance, disabled]) expect(mailsTo(excluded, email)).toEqual([])
})

test('an invitation to a read-only role is not mailed', async () => {
  const [support, after] = [newEmail(), newEmail()]
  await product.post('/admin/operators', { email: support, role: 'SUPPORT' }, anna)
  await product.post('/admin/operators', { email: after, role: 'OWNER' }, anna)
  await expectMailed(after, 'with the role OWNER')
  expect(mailsTo(bilal, support)).toEqual([])
})

test('a mail that leaves after the invitation was accepted still names who was invited', async () => {
  const { id, email } = await invitedOperator(product, anna)
  await expectMailed(email, `${anna.email} invited ${email}`)
  const shown = (await product.get('/admin/audit?action=OPERATOR_INVITED&pageSize=1', anna)).body.data[0]
  expect(shown.subjectId).toBe(id)
})

test('a higher role and a confirmation are mailed, a lower role is not', async () => {
  const chitra = await newOperator(product, 'SUPPORT')
  for (const role of ['OWNER', 'FINANCE']) await product.patch(`/admin/operators/${chitra.id}`, { role }, anna)
  await expectMailed(chitra.email, `${anna.email} changed the role of ${chitra.email} from SUPPORT to OWNER.`)

  const dev = await invitedOperator(product, bilal, 'FINANCE')
  await product.post(`/admin/operators/${dev.id}/confirm`, undefined, anna)
  await expectMailed(`confirmed that ${dev.email}`, 'They can now decide each other’s requests.')
})

test('an owner who is removed or disabled is mailed to the others', async () => {
  const [removed, disabled] = [await newOperator(product), await newOperator(product)]
  await product.del(`/admin/operators/${removed.id}`, anna)
  await expectMailed(`removed the owner ${removed.email}`, `${anna.email} removed the owner ${removed.email}.`)
  await product.patch(`/admin/operators/${disabled.id}`, { disabled: true, role: 'SUPPORT' }, anna)
  await expectMailed(`disabled the owner ${disabled.email}`, `${anna.email} disabled the owner ${disabled.email}.`)
  expect(mailsTo(disabled, 'disabled the owner')).toEqual([])
})

test('second factors of an operator that another owner reset are mailed, those of a user are not', async () => {
  const user = await newVendor(product)
  const support = await newOperator(product, 'SUPPORT')
  for (const { email } of [user, support])
    expect((await product.post('/admin/mfa/reset', { email, reason: 'Lost the phone' }, anna)).status).toBe(204)
  await expectMailed(support.email, `${anna.email} reset the second factors of ${support.email}.`)
  expect(mailsTo(bilal, user.email)).toEqual([])
})

test('an exchange rate that is set manually is mailed with the rate before', async () => {
  const before = (await product.get('/admin/exchange-rates', anna)).body.data.find(
    (one: { currency: string }) => one.currency === 'INR',
  )
  const { status } = await product.call('PUT', '/admin/exchange-rates', { currency: 'INR', rate: '91.25' }, anna)
  expect(status).toBe(200)
  await expectMailed(
    'exchange rate USD-INR',
    `${anna.email} set the exchange rate USD-INR manually, from ${before.rate}`,
  )
})
