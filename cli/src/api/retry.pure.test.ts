import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiErrorOf } from './api-error.ts'
import { apiBase } from './client.ts'
import { pauseMs, TemporaryFailure, withRetries } from './retry.ts'

test('delays double up to a limit, have jitter, and are never shorter than Retry-After', () => {
  expect([0, 1, 2, 3, 4, 5, 40].map((attempt) => pauseMs(attempt, 0, 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ])
  expect(pauseMs(0, 0, 1)).toBe(250)
  expect(pauseMs(0, 30_000, 0.5)).toBe(30_000)
  fc.assert(
    fc.property(fc.nat(50), fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, asked, chance) => {
      const pause = pauseMs(attempt, asked, chance)
      expect(pause).toBeGreaterThanOrEqual(Math.max(asked, 250))
      expect(pause).toBeLessThanOrEqual(Math.max(asked, 8000))
    }),
  )
})

const trying = async (failures: number, retryForMs: number, retryAfterMs = 0) => {
  let tries = 0
  const pauses: number[] = []
  const work = async () => {
    if (++tries <= failures) throw new TemporaryFailure('away', retryForMs, retryAfterMs)
    return 'done'
  }
  const result = await withRetries(work, { onWait: (_, ms) => pauses.push(ms), pause: async () => {} }).catch(
    (error: Error) => error.message,
  )
  return { result, tries, pauses }
}

test('a temporary failure is retried, and ends the command with its message after the time limit', async () => {
  expect(await trying(3, 120_000)).toMatchObject({ result: 'done', tries: 4 })
  const impatient = await trying(1_000, 2_000)
  expect(impatient.result).toBe('away')
  expect(impatient.pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(2_000)
  expect(await trying(1, 2_000, 3_000)).toMatchObject({ result: 'away', tries: 1 })
})

test('a permanent failure is not retried', async () => {
  let tries = 0
  const work = async () => {
    tries++
    throw new Error('a bug')
  }
  await expect(withRetries(work, { onWait: () => {} })).rejects.toThrow('a bug')
  expect(tries).toBe(1)
})

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  return apiErrorOf(Object.defineProperty(response, 'url', { value: 'http://x.test/api/v1/y' }))
}
const problem = { code: 'SOME_CODE', detail: 'It is not so.', requestId: 'r-1' }

test('an API error is shown with its request id', async () => {
  expect(await answer(409, problem)).toMatchObject({ message: 'It is not so. (request r-1)', exitCode: 1 })
  expect(await answer(401, problem)).toMatchObject({ exitCode: 4 })
  const errors = [
    { path: 'a', message: 'is wrong' },
    { path: 'b', message: 'too' },
  ]
  expect(await answer(400, { ...problem, errors })).toMatchObject({ message: 'a: is wrong; b: too (request r-1)' })
})

test.each([
  [429, problem],
  [502, '<html>'],
  [503, problem],
  [504, ''],
  [409, { ...problem, code: 'IDEMPOTENCY_IN_FLIGHT' }],
])('%i %j passes by itself, and Retry-After is heard', async (status, body) => {
  const failure = await answer(status, body, { 'retry-after': '7' })
  expect(failure).toBeInstanceOf(TemporaryFailure)
  expect(failure).toMatchObject({ retryAfterMs: 7_000 })
})

test('a server that is not a Harkara API is reported', async () => {
  expect((await answer(404, '<html>nginx</html>')).message).toContain('http://x.test is not a Harkara API')
})

test.each([
  ['http://localhost:3000', 'http://localhost:3000/api/v1'],
  ['https://x.test/', 'https://x.test/api/v1'],
  ['https://x.test/some/where', 'https://x.test/some/where/api/v1'],
  ['https://x.test/custom/v1/', 'https://x.test/custom/v1'],
])('the API of %s is at %s', (url, base) => expect(apiBase(url)).toBe(base))
