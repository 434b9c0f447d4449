import { beforeAll, expect, test } from 'vitest'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import {
  booksOf,
  type GivenMessage,
  givenSending,
  messageRow,
  newPayer,
  newWamid,
  type SettleScene,
  settleDeps,
  settleUpdates,
  statusUpdate,
} from '../../../../tests/support/messaging/settlement.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { OffsetClock } from '../../../platform/clock/clock.ts'
import { randomKey } from '../../../platform/crypto/aead.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { providerIdsOf } from '../../../platform/crypto/provider-ids.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { sweepParked } from './parked-sweep.ts'
import { settleParked } from './settle-status-updates.ts'

let db: Db
let deps: SettleScene
let other: SettleScene
beforeAll(async () => {
  const [ours, theirs] = await openTestPools(8)
  db = ours
  deps = settleDeps(ours)
  other = settleDeps(theirs)
  await inTransaction(db, (tx) => keyring.create(tx, PLATFORM))
})
const keyring = createKeyring([{ id: 'test', bytes: randomKey() }])

const parked = () => db.selectFrom('parked_status').selectAll().orderBy('id').execute()
/** What a worker does after the provider's answer. */
const writeWamid = ({ id, wamid }: GivenMessage) =>
  db
    .updateTable('message')
    .set({ wamid, status: 'SENT' })
    .where('id', '=', id)
    .where('status', '=', 'SENDING')
    .execute()
const anonymous = { reference: undefined }

test('a status update that arrives before the provider’s answer is matched by our id, and the provider’s id is saved', async () => {
  const vendorId = await newPayer(db)
  const sending = await givenSending(db, vendorId, [118])
  const unknown = await givenSending(db, vendorId, [118], { status: 'UNKNOWN' })
  const messages = [...sending.messages, ...unknown.messages]
  await settleUpdates(
    deps,
    messages.map((message) => statusUpdate(message, 'sent')),
  )
  for (const message of messages) {
    await writeWamid(message)
    expect(await messageRow(db, message)).toMatchObject({
      status: 'SENT',
      wamid: message.wamid,
      settled_as: 'CAPTURED',
    })
  }
  expect((await booksOf(db, vendorId)).conversations).toEqual({ used: 2, reserved: 0 })
})

test('an update without our id is settled once the provider’s id is written, in either order (200 races)', async () => {
  const vendorId = await newPayer(db)
  const { campaignId, messages } = await givenSending(db, vendorId, Array<number>(200).fill(10))
  await Promise.all(
    messages.map(async (message, i) => {
      const answer = async () => {
        await writeWamid(message)
        await settleParked(i % 2 ? deps : other, [message.wamid])
      }
      await Promise.all([
        settleUpdates(i % 3 ? deps : other, [statusUpdate(message, 'delivered', anonymous)]),
        answer(),
      ])
    }),
  )
  expect(await parked()).toEqual([])
  expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ captured: 2_000, reserved: 0 })
})

test('a parked update is settled by a later update with our id', async () => {
  const vendorId = await newPayer(db)
  const { messages } = await givenSending(db, vendorId, [118])
  const [message] = messages as [GivenMessage]
  await settleUpdates(deps, [statusUpdate(message, 'failed', anonymous)])
  expect(await parked()).toHaveLength(1)
  await settleUpdates(deps, [statusUpdate(message, 'sent')])
  expect(await parked()).toEqual([])
  expect(await messageRow(db, message)).toMatchObject({ status: 'FAILED', settled_as: 'REFUNDED' })
})

test('the sweep settles parked updates when the process that wrote the id was killed', async () => {
  const vendorId = await newPayer(db)
  const { messages } = await givenSending(db, vendorId, [118])
  const [message] = messages as [GivenMessage]
  await settleUpdates(deps, [statusUpdate(message, 'read', anonymous)])
  await writeWamid(message)
  await sweepParked()({ ...deps, keyring })
  expect(await parked()).toEqual([])
  expect(await messageRow(db, message)).toMatchObject({ status: 'DELIVERED', settled_as: 'CAPTURED' })
})

test('an update is matched however this release or the one before stored the provider’s id: by the update or by the message', async () => {
  const vendorId = await newPayer(db)
  const ids = await providerIdsOf({ keyring }, db)
  const { messages } = await givenSending(db, vendorId, [118, 118, 118])
  const [byOld, byNew, late] = messages as [GivenMessage, GivenMessage, GivenMessage]
  const sealed = (message: GivenMessage) => ({ ...message, wamid: ids.seal(message.wamid) })
  await settleUpdates(deps, [statusUpdate(byOld, 'read', anonymous), statusUpdate(sealed(byNew), 'read', anonymous)])
  for (const stored of [sealed(byOld), byNew, late]) await writeWamid(stored)
  await sweepParked()({ ...deps, keyring })
  expect(await parked()).toEqual([])
  await settleUpdates(deps, [
    { ...statusUpdate(sealed(late), 'read', anonymous), otherWamid: late.wamid },
    { ...statusUpdate(sealed(late), 'delivered', anonymous), otherWamid: late.wamid },
  ])
  for (const [message, wamid] of [
    [byOld, ids.seal(byOld.wamid)],
    [byNew, byNew.wamid],
    [late, late.wamid],
  ] as const)
    expect(await messageRow(db, message)).toMatchObject({ status: 'DELIVERED', settled_as: 'CAPTURED', wamid })
})

test('an update without a message becomes a dead letter after seven days, without the provider’s id', async () => {
  const wamid = newWamid()
  const reference = newId<'message'>()
  const clock = new OffsetClock()
  const later = settleDeps(db, clock)
  const updates = [statusUpdate({ id: reference, wamid }, 'failed'), statusUpdate({ id: reference, wamid }, 'failed')]
  await Promise.all([settleUpdates(deps, updates), settleUpdates(other, updates)])
  expect(await parked()).toMatchObject([{ wamid, reference, status: 'failed', error_code: '131026' }])
  clock.setOffset(7 * 86_400 - 60)
  await sweepParked()({ ...later, keyring })
  expect(await parked()).toHaveLength(1)
  clock.setOffset(7 * 86_400 + 60)
  await sweepParked()({ ...later, keyring })
  expect(await parked()).toEqual([])
  const letters = await db.selectFrom('dead_letter').selectAll().where('name', '=', 'callback').execute()
  expect(letters).toMatchObject([{ kind: 'MESSAGE', payload: { messageId: reference, status: 'failed' } }])
  expect(JSON.stringify(letters)).not.toContain(wamid)
})

test('of two updates with our id and different provider ids the first is settled and the other is parked', async () => {
  const vendorId = await newPayer(db)
  const { campaignId, messages } = await givenSending(db, vendorId, [10, 20])
  const [a, b] = messages as [GivenMessage, GivenMessage]
  const strange = newWamid()
  await settleUpdates(deps, [
    statusUpdate(a, 'sent'),
    statusUpdate({ id: a.id, wamid: strange }, 'failed'),
    statusUpdate(b, 'delivered'),
  ])
  // The same provider id for two of our messages.
  await settleUpdates(deps, [statusUpdate({ id: b.id, wamid: a.wamid }, 'delivered')])
  expect(await messageRow(db, a)).toMatchObject({ status: 'DELIVERED', wamid: a.wamid })
  expect(await messageRow(db, b)).toMatchObject({ status: 'DELIVERED', wamid: b.wamid })
  expect(await parked()).toMatchObject([{ wamid: strange }])
  expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ captured: 30, reserved: 0 })
  await db.deleteFrom('parked_status').execute()
})
