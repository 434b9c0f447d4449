import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { openInbound } from '../../../src/features/conversations/inbound-content.ts'
import { saveRoutes } from '../../../src/features/messages/singles/reply-routing.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'
import { callbackOf } from './provider-callbacks.ts'
import { callBack } from './templates.ts'

const SOON_MS = 20_000

let counter = 0
export const newWamid = () => `wamid.test${process.pid}x${++counter}`

export interface Written {
  from: string
  text?: string
  contextId?: string | undefined
  /** Seconds of the provider's clock; now unless given. */
  seconds?: number
  wamid?: string
  /** Instead of a text: `type` and its member. */
  more?: object
}

/** A message as the provider tells it. */
export function messageOf({ deps }: Pick<TestProduct, 'deps'>, written: Written) {
  const { from, text = 'hello', contextId, wamid = newWamid(), more } = written
  const seconds = written.seconds ?? Math.floor(deps.clock.now().getTime() / 1_000)
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

/** Somebody writes; it is worked off before this comes back. Answers the wamid. */
export async function write(product: TestProduct, written: Written, name?: string) {
  const message = messageOf(product, written)
  await tell(product, [{ field: 'messages', value: inboundValue([message], name) }])
  return message.id
}

/** Callbacks as the provider sends them, worked off. */
export async function tell(product: TestProduct, changes: { field: string; value: unknown }[]) {
  const body = { ...callbackOf(changes), nonce: ++counter }
  expect((await callBack(product, JSON.stringify(body))).status).toBe(200)
  return worked(product)
}

/** Waits until nothing is left in the inbox; answers what became of the last one. */
export const worked = ({ deps }: TestProduct) =>
  eventually(async () => {
    const events = await deps.db.selectFrom('webhook_inbox').selectAll().orderBy('id').execute()
    expect(events.filter(({ status }) => status === 'RECEIVED')).toEqual([])
    return events.at(-1)
  }, SOON_MS)

/** The vendor has just sent this number something, which the provider knows by the answered wamid. */
export async function wrote({ deps }: TestProduct, vendorId: VendorId, mobile: string, wamid = newWamid()) {
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

/** Everything that was stored of a number's messages, with its content. */
export async function stored({ deps }: TestProduct, wamid: string) {
  const row = await deps.db.selectFrom('inbound_message').selectAll().where('wamid', '=', wamid).executeTakeFirst()
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
