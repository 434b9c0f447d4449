import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { openInbound } from '../../../src/features/conversations/inbound-content.ts'
import { saveRoutes } from '../../../src/features/messages/singles/reply-routing.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'
import { callbackOf } from './provider-callbacks.ts'
import { sealedId } from './sealed-id.ts'
import { callBack } from './templates.ts'

const SOON_MS = 20_000

let counter = 0
export const newWamid = () => `wamid.test${process.pid}x${++counter}`

interface IncomingMessage {
  from: string
  text?: string
  contextId?: string | undefined
  /** Seconds by the provider's clock. The default is now. */
  seconds?: number
  wamid?: string
  /** `type` and its member, instead of a text. */
  more?: object
}

/** A message in the provider's format. */
export function messageOf({ deps }: Pick<TestProduct, 'deps'>, incoming: IncomingMessage) {
  const { from, text = 'hello', contextId, wamid = newWamid(), more } = incoming
  const seconds = incoming.seconds ?? Math.floor(deps.clock.now().getTime() / 1_000)
  return {
    from,
    id: wamid,
    timestamp: String(seconds),
    ...(more ?? { type: 'text', text: { body: text } }),
    ...(contextId !== undefined && { context: { from: '15550783881', id: contextId } }),
  }
}

export const inboundValue = (messages: readonly unknown[], name = 'Asha') => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id: '100000000000001' },
  contacts: messages.map((message) => ({ profile: { name }, wa_id: (message as { from?: string } | null)?.from })),
  messages,
})

/** Delivers a message and waits until it is processed. Returns its wamid. */
export async function receiveMessage(product: TestProduct, incoming: IncomingMessage, name?: string) {
  const message = messageOf(product, incoming)
  await deliverChanges(product, [{ field: 'messages', value: inboundValue([message], name) }])
  return message.id
}

/** Delivers callbacks like the provider and waits until they are processed. */
export async function deliverChanges(product: TestProduct, changes: { field: string; value: unknown }[]) {
  const body = { ...callbackOf(changes), nonce: ++counter }
  expect((await callBack(product, JSON.stringify(body))).status).toBe(200)
  return untilProcessed(product)
}

/** Waits until all events are processed and returns the last one. */
export const untilProcessed = ({ deps }: TestProduct) =>
  eventually(async () => {
    const events = await deps.db.selectFrom('webhook_inbox').selectAll().orderBy('id').execute()
    expect(events.filter(({ status }) => status === 'RECEIVED')).toEqual([])
    return events.at(-1)
  }, SOON_MS)

/** Inserts a message that the vendor has just sent to this number. */
export async function saveSentMessage({ deps }: TestProduct, vendorId: VendorId, mobile: string, wamid = newWamid()) {
  const id = newId<'message'>()
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await tx
      .insertInto('message')
      .values({
        vendor_id: vendorId,
        id,
        kind: 'TEST',
        mobile_hash: deps.blindIndex.of('contact.mobile', vendorId, `+${mobile}`),
        country_code: 'IN',
        category: 'UTILITY',
        cost_minor_unit: 0n,
        status: 'DELIVERED',
        settled_as: 'CAPTURED',
        is_counted: true,
        wamid,
        due_at: now,
        created_at: now,
        sent_at: now,
        delivered_at: now,
      })
      .execute()
    await saveRoutes(tx, deps, vendorId, [{ id, mobile }], now)
  })
  return { id: id as string, wamid }
}

/** The stored message with its decrypted content. */
export async function stored({ deps }: TestProduct, wamid: string) {
  const sealed = await sealedId({ deps }, wamid)
  const row = await deps.db.selectFrom('inbound_message').selectAll().where('wamid', '=', sealed).executeTakeFirst()
  if (!row) return undefined
  const { content_cipher, ...rest } = row
  return { ...rest, content: openInbound(await deps.keyring.of(deps.db, row.vendor_id), content_cipher) }
}

export const optOutOf = async ({ deps }: TestProduct, vendorId: VendorId, mobile: string) => {
  const hash = deps.blindIndex.of('contact.mobile', vendorId, `+${mobile}`)
  const row = await deps.db
    .selectFrom('opt_out')
    .select('reason')
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', '=', hash)
    .executeTakeFirst()
  return row?.reason
}

export const singlesOf = ({ deps }: TestProduct, vendorId: VendorId) =>
  deps.db
    .selectFrom('message')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('kind', 'in', ['REPLY', 'AUTO_REPLY'])
    .orderBy('id')
    .execute()
