import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { newEmail, newVendor, PASSWORD, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const mailsAbout = (email: string, text: string) => product.mailbox.to(email).filter((mail) => mail.text.includes(text))
const createKey = (token: string, name: string, more: object = {}) =>
  product.post('/vendor/api-keys', { name, ...more }, { token })

test('every administrator is told by notice and mail who created an API key, and nobody sees the key', async () => {
  const { token, email } = await newVendor(product)
  const accountant = newEmail()
  expect((await product.patch('/vendor/me', { billingEmail: accountant }, { token })).status).toBe(200)
  const { status, body } = await createKey(token, 'Warehouse')
  expect(status).toBe(201)

  const sentence = `${email} created the API key “Warehouse”.`
  await eventually(() => expect(mailsAbout(email, sentence)).toHaveLength(1), 15_000)
  const shown = (await product.get('/notifications', { token })).body.data[0]
  expect(shown).toMatchObject({ kind: 'API_KEY_CREATED', title: 'An API key was created' })
  expect(shown.body).toContain(sentence)
  expect(`${JSON.stringify(shown)} ${mailsAbout(email, sentence)[0]?.text}`).not.toContain(body.key)
  expect(product.mailbox.to(accountant)).toEqual([])
  const stored = await product.deps.db.selectFrom('notification').select('parameters').execute()
  expect(JSON.stringify(stored)).not.toContain(email)
})

test('the mail about a changed password says how many API keys of the person still work', async () => {
  const { token, email } = await newVendor(product)
  const soon = new Date(product.deps.clock.now().getTime() + 3_600_000).toISOString()
  for (const more of [{}, {}, { expiresAt: soon }]) expect((await createKey(token, 'Till', more)).status).toBe(201)
  await product.advance(2 * 3_600)
  const change = async (currentPassword: string, newPassword: string) => {
    const signedIn = await product.post('/auth/login', { email, password: currentPassword })
    return product.post('/auth/change-password', { currentPassword, newPassword }, { token: signedIn.body.accessToken })
  }
  expect((await change(PASSWORD, 'eight louder rivers')).status).toBe(200)
  await eventually(() => expect(mailsAbout(email, '2 API keys that you created still work.')).toHaveLength(1), 15_000)
})
