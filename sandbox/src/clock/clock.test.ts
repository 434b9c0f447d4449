import { expect, test } from 'vitest'
import { sendMail } from '../../tests/support/mail.ts'
import { honestReply, listenProduct } from '../../tests/support/product.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'
import { CLOCK_ADVANCE_SECONDS_MAX } from '../limits.ts'

const DAY = 86_400
const box = useSandbox()
const move = (body: unknown) => box.send('POST', '/control/clock', body)
const offset = async () => (await box.get('/control/clock')).json.offsetSeconds

test('a clock advance is passed to the product, signed, and then the sandbox has the same time', async () => {
  const product = await listenProduct(honestReply())
  await box.register(product.url)
  const answer = await move({ advanceSeconds: DAY })
  expect(product.moves).toEqual([DAY])
  expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['now']])
  expect(Math.abs(Date.parse(answer.json.now) - Date.now() - DAY * 1_000)).toBeLessThan(5_000)
  expect(await offset()).toBe(DAY)
})

test('emails that arrive after a clock advance have product time', async () => {
  await box.register((await listenProduct(honestReply())).url)
  await move({ advanceSeconds: 10 * DAY })
  await sendMail(box.smtpUrl(), { to: 'a@x.test' })
  const [mail] = (await box.get('/control/mail')).json.messages
  expect(Math.abs(Date.parse(mail.at) - Date.now() - 10 * DAY * 1_000)).toBeLessThan(5_000)
})

test('the sandbox uses the new time only after the product does', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const product = await listenProduct(async () => {
    await held
    return { body: JSON.stringify({ now: '', offsetSeconds: DAY }) }
  })
  await box.register(product.url)
  const answer = move({ advanceSeconds: DAY })
  await expect.poll(() => product.moves).toEqual([DAY])
  expect(await offset()).toBe(0)
  release()
  expect((await answer).status).toBe(200)
  expect(await offset()).toBe(DAY)
})

test('two clock advances answered out of order leave the later time', async () => {
  const product = await listenProduct(async ({ advanceSeconds }) => {
    await new Promise((resolve) => setTimeout(resolve, advanceSeconds === 1 ? 200 : 0))
    return { body: JSON.stringify({ offsetSeconds: advanceSeconds === 1 ? 1 : 3 }) }
  })
  await box.register(product.url)
  await Promise.all([move({ advanceSeconds: 1 }), move({ advanceSeconds: 2 })])
  expect(await offset()).toBe(3)
})

test.for([
  {},
  { advanceSeconds: 0 },
  { advanceSeconds: -1 },
  { advanceSeconds: 1.5 },
  { advanceSeconds: '60' },
  { advanceSeconds: CLOCK_ADVANCE_SECONDS_MAX + 1 },
  { advanceSeconds: 60, extra: true },
  [60],
  null,
])('the body %j moves nothing and is refused with a sentence', async (body) => {
  const product = await listenProduct(honestReply())
  await box.register(product.url)
  const answer = await move(body)
  expect(answer).toMatchObject({
    status: 400,
    json: { code: 'VALIDATION_FAILED', detail: expect.stringMatching(/\.$/) },
  })
  expect(product.moves).toEqual([])
})

test('clock advances never add up to more than 100 years', async () => {
  const product = await listenProduct(honestReply())
  await box.register(product.url, 36_500 * DAY - 10)
  expect((await move({ advanceSeconds: 11 })).status).toBe(400)
  expect(product.moves).toEqual([])
})

test('without a product the clock is unchanged and the response explains what to do', async () => {
  expect(await move({ advanceSeconds: 60 })).toMatchObject({ status: 503, json: { code: 'PRODUCT_NOT_REGISTERED' } })
})

test('a product that cannot be reached leaves the clock as it was', async () => {
  await box.register('http://127.0.0.1:1')
  expect(await move({ advanceSeconds: 60 })).toMatchObject({ status: 503, json: { code: 'PRODUCT_UNREACHABLE' } })
  expect(await offset()).toBe(0)
})

test('a product with another secret is distinguished from one that is down', async () => {
  await box.register((await listenProduct(honestReply(), 'another-secret')).url)
  const answer = await move({ advanceSeconds: 60 })
  expect(answer).toMatchObject({ status: 503, json: { code: 'PRODUCT_REFUSED' } })
  expect(answer.json.detail).toContain('SANDBOX_SECRET')
})

test.each([
  { status: 500, body: '{"offsetSeconds":60}' },
  { body: 'not json' },
  { body: '{"now":"2030-01-01T00:00:00Z"}' },
  { body: '{"offsetSeconds":-5}' },
])('an answer of the product that makes no sense (%j) moves nothing', async (reply) => {
  await box.register((await listenProduct(() => reply)).url)
  expect(await move({ advanceSeconds: 60 })).toMatchObject({ status: 503, json: { code: 'PRODUCT_REFUSED' } })
  expect(await offset()).toBe(0)
})
