import { describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startProduct } from '../../../../tests/support/product.ts'

const LIMIT = 3
/** The statuses of these calls, each with another forged address before the one that the proxy saw. */
async function statusesOf(trustProxy: string, callers: { peer: string; forwardedFor: (call: number) => string }[]) {
  const product = await startProduct({ env: { TRUST_PROXY: trustProxy, AUTH_CALLS_PER_MINUTE: `${LIMIT}` } })
  const statuses = []
  for (const [i, { peer, forwardedFor }] of callers.entries()) {
    const options = { ip: peer, headers: { 'x-forwarded-for': forwardedFor(i) } }
    const { status } = await product.post('/auth/login', { email: newEmail(), password: PASSWORD }, options)
    statuses.push(status)
  }
  return statuses
}

const invented = (call: number) => `198.51.100.${call}`
const REFUSED_AFTER_LIMIT = [...Array(LIMIT).fill(401), 429, 429]
const times = <T>(count: number, one: T) => Array<T>(count).fill(one)

describe('the address that sign-in limits count by', () => {
  test('is the one that the proxy saw, whatever the caller wrote in front of it', async () => {
    const caller = { peer: '10.0.0.9', forwardedFor: (call: number) => `${invented(call)}, 203.0.113.7` }
    expect(await statusesOf('1', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
    expect(await statusesOf('10.0.0.0/8', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
  })

  test('is the one that the outer of two proxies saw', async () => {
    const caller = { peer: '10.0.0.9', forwardedFor: (call: number) => `${invented(call)}, 203.0.113.7, 10.0.0.8` }
    expect(await statusesOf('2', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
    expect(await statusesOf('10.0.0.0/8', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
  })

  test('is another one for each client of the proxy', async () => {
    const clients = { peer: '10.0.0.9', forwardedFor: invented }
    expect(await statusesOf('1', times(LIMIT + 2, clients))).toEqual(times(LIMIT + 2, 401))
  })

  test('is the caller’s own where no proxy is named, or the caller is none', async () => {
    const caller = { peer: '203.0.113.7', forwardedFor: invented }
    expect(await statusesOf('false', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
    expect(await statusesOf('10.0.0.0/8', times(LIMIT + 2, caller))).toEqual(REFUSED_AFTER_LIMIT)
  })
})
