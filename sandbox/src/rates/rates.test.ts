import { expect, test } from 'vitest'
import { useSandbox } from '../../tests/support/sandbox.ts'

const box = useSandbox()

test('one USD is 83.33 INR, and every currency of the product has a rate', async () => {
  const { status, json } = await box.get('/rates?base=USD')
  expect([status, json.base, json.rates.INR]).toEqual([200, 'USD', 83.33])
  expect(Math.abs(json.timestamp - Date.now() / 1_000)).toBeLessThan(5)
  const codes = ['USD', 'EUR', 'GBP', 'AED', 'JPY', 'KWD', 'BHD', 'SGD', 'BRL', 'IDR', 'SAR', 'MXN', 'CAD', 'INR']
  expect(Object.keys(json.rates).sort()).toEqual(codes.sort())
})

test('changing one rate leaves the others unchanged', async () => {
  const before = (await box.get('/rates')).json.rates
  const changed = await box.send('PUT', '/control/rates', { INR: 84.1 })
  expect(changed.json.rates).toEqual({ ...before, INR: 84.1 })
  expect((await box.get('/rates')).json.rates).toEqual({ ...before, INR: 84.1 })
})

test('rates are written without exponents', async () => {
  await box.send('PUT', '/control/rates', { IDR: 1_000_000_000, KWD: 0.000001 })
  expect((await box.get('/rates')).text).not.toMatch(/\de/i)
})

test.for([{ INR: 0 }, { INR: -1 }, { INR: '84' }, { INR: null }, { inr: 84 }, { RUPEE: 84 }, { USD: 2 }, [], 'x'])(
  'the change %j is refused with a sentence and changes nothing',
  async (change) => {
    const answer = await box.send('PUT', '/control/rates', JSON.stringify(change))
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'VALIDATION_FAILED', detail: expect.stringMatching(/\w\.$/) },
    })
    expect((await box.get('/rates')).json.rates.INR).toBe(83.33)
  },
)

test('a base other than USD is rejected', async () => {
  expect(await box.get('/rates?base=EUR')).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
})
