import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../../tests/support/eventually.ts'
import { type Answer, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { inTransaction } from '../db/db.ts'
import { BATCH_ROWS } from '../db/in-batches.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app.ts'
import { ANY_VENDOR_USER } from '../http/guards/access.ts'
import { removeOlderThan } from './cross-vendor.sql.ts'
import { purgeIdempotencyKeys } from './idempotency.ts'

/** Requests wait here until the test lets them continue. */
let gate: { arrived: () => void; open: Promise<void> } | undefined
afterEach(() => {
  gate = undefined
})

const Body = z.strictObject({
  word: z.string(),
  end: z.enum(['refuse', 'break', 'forget']).optional(),
  more: z.unknown().optional(),
})

/** Routes with an effect that can be counted: each writes a row, and answers with its number. */
function effectRoutes(app: App, deps: Deps) {
  for (const [path, idempotency] of [
    ['/effects', 'honoured'],
    ['/others', 'honoured'],
    ['/strict', 'required'],
    ['/things/:id/effects', 'honoured'],
  ] as const)
    app.post(
      path,
      { config: { access: ANY_VENDOR_USER, resource: 'contacts', idempotency }, schema: { body: Body } },
      async (request, reply) => {
        const { word, end } = request.body
        if (end === 'refuse') throw new AppError('INVALID_STATE')
        const waiting = gate
        waiting?.arrived()
        await waiting?.open
        const answer = await inTransaction(deps.db, async (tx) => {
          const { rows } = await sql<{ n: number }>`insert into effect (word) values (${word}) returning n`.execute(tx)
          const made = { n: rows[0]?.n, word }
          if (end !== 'forget') await request.idempotency.saveAnswer(tx, 201, made)
          if (end === 'break') throw new Error('broken after saving the answer')
          return made
        })
        return reply.code(201).send(answer)
      },
    )
}

let product: TestProduct
/** API keys: unlike access tokens they outlive the moves of the clock below. */
let key: string
let otherVendorsKey: string
beforeAll(async () => {
  product = await startProduct({ routes: [effectRoutes] })
  await sql`create table effect (n serial, word text not null)`.execute(product.deps.db)
  const apiKey = async () => {
    const { token } = await newVendor(product)
    return (await product.post('/vendor/api-keys', { name: 'test' }, { token })).body.key as string
  }
  ;[key, otherVendorsKey] = [await apiKey(), await apiKey()]
})

const send = (idempotencyKey: string | undefined, body: object, path = '/effects', token = key): Promise<Answer> =>
  product.post(path, body, {
    token,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  })
const effectsOf = async (word: string) =>
  (await sql<{ n: number }>`select n from effect where word = ${word}`.execute(product.deps.db)).rows.length
const isReplay = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true'
const setLease = (until: string) =>
  sql`update idempotency_key set lease_until = clock_timestamp() + ${until}::interval where status_code is null`.execute(
    product.deps.db,
  )

/** Sends a request and returns when it holds its key and waits at the gate. */
async function sendAndHold(idempotencyKey: string, body: object) {
  let proceed = () => {}
  const open = new Promise<void>((resolve) => {
    proceed = resolve
  })
  let held: Promise<Answer> | undefined
  await new Promise<void>((arrived) => {
    gate = { arrived, open }
    held = send(idempotencyKey, body)
  })
  gate = undefined
  return { proceed, answer: held as Promise<Answer> }
}

describe('the same key', () => {
  test('with the same request gives the first answer again, and has one effect', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const first = await send(k, { word, more: { a: 1, b: [2] } })
    const again = [await send(k, { word, more: { a: 1, b: [2] } }), await send(k, { more: { b: [2], a: 1 }, word })]
    expect(first.status).toBe(201)
    expect(isReplay(first)).toBe(false)
    for (const answer of again) {
      expect([answer.status, answer.body, isReplay(answer)]).toEqual([201, first.body, true])
      expect(answer.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(await effectsOf(word)).toBe(1)
  })

  test('on the same route of another id is refused, and answers for its own id only', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const first = await send(k, { word }, '/things/1/effects')
    expect(first.status).toBe(201)
    const other = await send(k, { word }, '/things/2/effects')
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    const again = await send(k, { word }, '/things/1/effects')
    expect([again.body, isReplay(again)]).toEqual([first.body, true])
    expect(await effectsOf(word)).toBe(1)
  })

  test('with another body or query is refused, also while the first still runs', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const held = await sendAndHold(k, { word, more: [1, 2] })
    const others = () => [
      send(k, { word, more: [2, 1] }),
      send(k, { word }),
      send(k, { word: `${word} ` }),
      send(k, { word, more: [1, 2] }, '/effects?dry=1'),
    ]
    for (const answer of await Promise.all(others()))
      expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    held.proceed()
    expect((await held.answer).status).toBe(201)
    for (const answer of await Promise.all(others())) expect(answer.status).toBe(422)
    expect(await effectsOf(word)).toBe(1)
  })

  test('twenty times at once has one effect; requests during the first are answered with Retry-After', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(k, { word })))
    const done = answers.filter(({ status }) => status === 201)
    expect(new Set(done.map(({ body }) => body.n)).size).toBe(1)
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1)
    for (const { body, headers } of answers.filter(({ status }) => status !== 201)) {
      expect(body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_FLIGHT' })
      expect(headers['retry-after']).toBe('1')
    }
    expect(await effectsOf(word)).toBe(1)
  })

  test('at another vendor or on another route is another key', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const answers = [
      await send(k, { word }),
      await send(k, { word }, '/others'),
      await send(k, { word }, '/effects', otherVendorsKey),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await effectsOf(word)).toBe(3)
  })

  test('is free again after a refusal and after an internal error', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    expect((await send(k, { word, end: 'refuse' })).status).toBe(409)
    expect((await send(k, { word, end: 'break' })).status).toBe(500)
    expect(await effectsOf(word)).toBe(0)
    const done = await send(k, { word })
    expect([done.status, isReplay(done)]).toEqual([201, false])
  })

  test('keeps the answer also of a route that did not remember it itself', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const [first, again] = [await send(k, { word, end: 'forget' }), await send(k, { word, end: 'forget' })]
    expect([again.status, again.body, isReplay(again)]).toEqual([201, first.body, true])
    expect(await effectsOf(word)).toBe(1)
  })
})

describe('the lease', () => {
  test('of a request that died frees the key; should it come back to life, it cannot commit', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const dead = await sendAndHold(k, { word })
    expect((await send(k, { word })).body.code).toBe('IDEMPOTENCY_IN_FLIGHT')
    await setLease('-1 s')
    const second = await send(k, { word })
    expect([second.status, isReplay(second)]).toEqual([201, false])
    dead.proceed()
    expect(await dead.answer).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_FLIGHT' } })
    expect(await effectsOf(word)).toBe(1)
    expect((await send(k, { word })).body).toEqual(second.body)
  })

  test('that was lost to a request still running is not taken back', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    const first = await sendAndHold(k, { word })
    await setLease('-1 s')
    const second = await sendAndHold(k, { word })
    first.proceed()
    expect((await first.answer).status).toBe(409)
    expect((await send(k, { word })).body.code).toBe('IDEMPOTENCY_IN_FLIGHT')
    second.proceed()
    expect((await second.answer).status).toBe(201)
    expect(await effectsOf(word)).toBe(1)
  })

  test('is renewed for as long as the request runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const slow = await sendAndHold(randomUUID(), { word: randomUUID() })
    await setLease('2 s')
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await eventually(async () => {
      const renewed = await sql<{ long: boolean }>`select lease_until > clock_timestamp() + interval '20 s' as long
        from idempotency_key where status_code is null`.execute(product.deps.db)
      expect(renewed.rows).toEqual([{ long: true }])
    }, 10_000)
    slow.proceed()
    expect((await slow.answer).status).toBe(201)
  })
})

describe('without a key', () => {
  test('every call is its own', async () => {
    const word = randomUUID()
    await Promise.all([send(undefined, { word }), send(undefined, { word })])
    expect(await effectsOf(word)).toBe(2)
  })

  test('a route that needs one refuses', async () => {
    const word = randomUUID()
    expect(await send(undefined, { word }, '/strict')).toMatchObject({
      status: 400,
      body: { code: 'IDEMPOTENCY_KEY_REQUIRED' },
    })
    expect((await send(randomUUID(), { word }, '/strict')).status).toBe(201)
    expect(await effectsOf(word)).toBe(1)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'tab\there'])('%j is no key', async (wrong) => {
    const answer = await send(wrong, { word: 'never' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect((await send('x'.repeat(255), { word: 'long' })).status).toBe(201)
  })
})

describe('what is kept', () => {
  test('is encrypted', async () => {
    const word = `canary-${randomUUID()}`
    await send(randomUUID(), { word })
    const stored = await product.deps.db.selectFrom('idempotency_key').selectAll().execute()
    const dump = Buffer.concat(
      stored.flatMap((row) =>
        Object.values(row).map((value) => Buffer.from(Buffer.isBuffer(value) ? value : `${value}`)),
      ),
    )
    expect(dump.includes('POST /api/v1/effects')).toBe(true)
    expect(dump.includes(word)).toBe(false)
  })

  test('is kept for a day of product time at least, and gone after two', async () => {
    const [k, word] = [randomUUID(), randomUUID()]
    await send(k, { word })
    await product.advance(24 * 3_600 + 60)
    await purgeIdempotencyKeys(product.deps)
    expect(isReplay(await send(k, { word }))).toBe(true)
    await product.advance(24 * 3_600)
    await purgeIdempotencyKeys(product.deps)
    expect(isReplay(await send(k, { word }))).toBe(false)
    expect(await effectsOf(word)).toBe(2)
  })

  test('is gone in batches, however many are due', async () => {
    const due = product.deps.clock.now().getTime() - 49 * HOUR_MS
    await sql`insert into idempotency_key (scope_id, route, key, request_hash, lease_token, lease_until, created_at)
      select gen_random_uuid(), 'due', n::text, '', gen_random_uuid(), now(), ${new Date(due)}
        from generate_series(1, ${2 * BATCH_ROWS + 1}) n`.execute(product.deps.db)
    const end = product.deps.clock.now()
    const removed = await inTransaction(product.deps.db, (tx) =>
      removeOlderThan(tx, new Date(end.getTime() - 172_800_000)),
    )
    expect(removed).toBe(BATCH_ROWS)
    await purgeIdempotencyKeys(product.deps)
    const left = product.deps.db.selectFrom('idempotency_key').select('key').where('route', '=', 'due')
    expect(await left.execute()).toEqual([])
  })
})
