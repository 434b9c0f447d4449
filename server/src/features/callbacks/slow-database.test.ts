import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bareSender } from '../../../tests/support/campaigns/campaigns.ts'
import { inboundValue, messageOf, saveSentMessage, stored } from '../../../tests/support/messaging/inbound.ts'
import { callbackOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { callBack } from '../../../tests/support/messaging/templates.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { handleProviderCallback } from './handle-callback.ts'
import { traceSettlement } from './trace-settlement.ts'

const STALL_MS = 2_000
const CALLBACKS = 400
let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER'] })
})

let counter = 0
const newBody = () =>
  JSON.stringify({ ...callbackOf([{ field: 'messages', value: { statuses: [] } }]), nonce: ++counter })
const kept = async () => {
  const { count } = await product.deps.db
    .selectFrom('webhook_inbox')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('while the database stalls for two seconds no callback gets 200; then all 400 do, and each is stored', async () => {
  const before = await kept()
  let isStalled = true
  let answeredEarly = 0
  const post = async () => {
    const { status } = await callBack(product, newBody())
    if (isStalled && status === 200) answeredEarly++
    return status
  }
  const answers: Promise<number>[] = []
  await product.deps.db.transaction().execute(async (tx) => {
    await sql`lock table webhook_inbox in access exclusive mode`.execute(tx)
    for (let sent = 0; sent < CALLBACKS; sent += 20) {
      answers.push(...Array.from({ length: 20 }, post))
      await sleep(STALL_MS / (CALLBACKS / 20))
    }
    expect(answeredEarly).toBe(0)
    isStalled = false
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  expect((await kept()) - before).toBe(CALLBACKS)
})

test('a callback that cannot be stored gets 503, and is stored when it is sent again', async () => {
  const before = await kept()
  const body = newBody()
  await sql`alter table webhook_inbox rename to webhook_inbox_away`.execute(product.deps.db)
  const away = await callBack(product, body)
  await sql`alter table webhook_inbox_away rename to webhook_inbox`.execute(product.deps.db)
  expect(away).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
  expect(away.headers['retry-after']).toBeDefined()
  expect(await kept()).toBe(before)
  expect((await callBack(product, body)).status).toBe(200)
  expect(await kept()).toBe(before + 1)
})

test('what cannot be handled does not stop the rest of its callback, which is then tried again', async () => {
  const { deps } = product
  const { vendorId } = await bareSender(product, { contacts: 0 })
  const [first, second] = ['919863000001', '919863000002'].map((from) => messageOf(product, { from }))
  for (const message of [first, second]) await saveSentMessage(product, vendorId, message?.from ?? '')
  const changes = [
    { field: 'messages', value: inboundValue([first, second]) },
    { field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } },
  ]
  const event = { body: Buffer.from(JSON.stringify(callbackOf(changes))), receivedAt: deps.clock.now() }
  const isStored = (message: { id: string } | undefined) => stored(product, message?.id ?? '')
  let failures = 1
  const of: typeof deps.keyring.of = async (db, id) => {
    if (failures-- > 0) throw new Error('the database is away')
    return deps.keyring.of(db, id)
  }
  await expect(handleProviderCallback({ ...deps, keyring: { ...deps.keyring, of } }, event)).rejects.toThrow('away')
  expect([await isStored(first), await isStored(second)]).toEqual([undefined, expect.anything()])
  expect(await deps.db.selectFrom('provider_event').select('event').execute()).toHaveLength(1)
  await handleProviderCallback(deps, event)
  expect(await isStored(first)).toBeDefined()
  expect(await deps.db.selectFrom('provider_event').select('event').execute()).toHaveLength(1)
})

test('status updates are settled although the campaigns that they belong to cannot be looked up for a trace', async () => {
  const unreachable = openDatabase({ url: 'postgres://127.0.0.1:9/none', poolSize: 1, onError: () => {} })
  const tracer = { ...product.deps.tracer, isOn: true }
  const updates = [{ wamid: 'wamid.none', status: 'delivered' as const, at: product.deps.clock.now() }]
  let settled = 0
  await traceSettlement({ db: unreachable.db, tracer }, updates, async () => void settled++)
  expect(settled).toBe(1)
  await unreachable.close()
})
