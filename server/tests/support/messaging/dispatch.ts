import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { sendBatch } from '../../../src/features/dispatch/send-batch.ts'
import { sealContent } from '../../../src/features/messages/singles/content.ts'
import { insertSingle, type NewSingle } from '../../../src/features/messages/singles/single.sql.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { MessagingProvider, OutgoingMessage, SendOutcome } from '../../../src/ports/messaging-provider.ts'
import { RetryLater } from '../../../src/ports/queue.ts'
import { type GivenCampaign, givenCampaign } from '../campaigns/campaign-rows.ts'
import { bareSender, messagesOf, NO_VARIABLES, type SenderOptions } from '../campaigns/campaigns.ts'
import { codecOf } from '../contacts/contacts.ts'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'
import type { SandboxClient } from '../services/sandbox.ts'

/** One call that the provider accepted. */
interface Call {
  wamid: string
  to: string
  at: string
  biz_opaque_callback_data: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any
}

export const callsAt = async (sandbox: SandboxClient): Promise<Call[]> =>
  (await sandbox.get('/control/provider/messages?limit=50000')).body.messages

/** The calls for messages of this campaign. */
export async function callsOf(product: Pick<TestProduct, 'deps' | 'sandbox'>, campaignId: string): Promise<Call[]> {
  const ids = new Set((await messagesOf(product, campaignId)).map(({ id }) => id))
  return (await callsAt(product.sandbox)).filter(({ biz_opaque_callback_data: id }) => ids.has(id))
}

/** Registers a template with the provider as if it had been approved earlier. */
export async function knownAtProvider({ deps }: Pick<TestProduct, 'deps'>, templateId: string) {
  const template = await deps.db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow()
  const components = (template.components ?? NO_VARIABLES) as { type: string }[]
  const { providerId } = await deps.provider.createTemplate({
    name: template.provider_name,
    language: template.language,
    category: template.category,
    parameterFormat: 'POSITIONAL',
    components: components.map(withExamples),
  })
  await eventually(async () => {
    const found = await deps.provider.findTemplate(template.provider_name, template.language)
    expect(found).toMatchObject({ providerId, status: 'APPROVED' })
  }, 15_000)
}

function withExamples(part: { type: string; text?: string }): object {
  const places = [...(part.text ?? '').matchAll(/\{\{/g)].length
  if (part.type !== 'BODY' || places === 0) return part
  return { ...part, example: { body_text: [Array.from({ length: places }, () => 'Asha')] } }
}

/** A vendor with a campaign whose messages can be sent. They are QUEUED unless the product sends at once. */
export async function sendingCampaign(product: TestProduct, options: SenderOptions = {}, given: GivenCampaign = {}) {
  const sender = await bareSender(product, options)
  await knownAtProvider(product, sender.templateId)
  return { sender, campaignId: await givenCampaign(product, sender, given) }
}

/** The number of messages of a campaign in each state. */
export async function statusesOf({ deps }: Pick<TestProduct, 'deps'>, campaignId: string) {
  const rows = await deps.db
    .selectFrom('message')
    .select((eb) => ['status', eb.fn.countAll<bigint>().as('count')])
    .where('campaign_id', '=', campaignId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

/** Waits until no message of the campaign is queued or being sent. */
export const untilSent = (product: Pick<TestProduct, 'deps'>, campaignId: string, withinMs = 60_000) =>
  eventually(async () => {
    const { QUEUED = 0, SENDING = 0, ...ended } = await statusesOf(product, campaignId)
    if (QUEUED + SENDING > 0) throw new Error(`${QUEUED} queued, ${SENDING} sending`)
    return ended
  }, withinMs)

/** The number of calls for each message. */
export function callsByMessage(calls: readonly Call[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { biz_opaque_callback_data: id } of calls) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The largest number of calls in any second, by the provider's own clock. */
export function mostInASecond(calls: readonly Pick<Call, 'at'>[]): number {
  const instants = calls.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, instant] of instants.entries()) {
    while ((instants[first] ?? 0) <= instant - 1_000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** A provider whose answers the test decides. It records the calls. */
export function scriptedProvider(
  answer: (message: OutgoingMessage, call: number) => SendOutcome | Promise<SendOutcome>,
) {
  const calls: OutgoingMessage[] = []
  const provider = {
    send: async (message: OutgoingMessage) => answer(message, calls.push(message)),
    uploadMedia: async () => ({ mediaId: '77' }),
  } as unknown as MessagingProvider
  return { provider, calls }
}

let wamids = 0
export const accepted = (): SendOutcome => ({ kind: 'accepted', wamid: `wamid.test-${++wamids}`, isHeld: false })
export const refused = (code: number, waitSeconds?: number): SendOutcome => ({
  kind: 'refused',
  code,
  message: 'No',
  waitSeconds,
})

/** Sends these messages like the worker of one job. A job that would be postponed counts as done. */
export async function sendAll(
  deps: Deps,
  vendorId: VendorId,
  messageIds: readonly string[],
  provider?: MessagingProvider,
): Promise<'done' | 'waits'> {
  try {
    const batch = { vendorId, messageIds: [...messageIds], isExpress: true }
    await sendBatch(provider ? { ...deps, provider } : deps, batch)
    return 'done'
  } catch (error) {
    if (error instanceof RetryLater) return 'waits'
    throw error
  }
}

/** Inserts a reply to a contact at a price that is not free. */
export async function givenReply(
  product: TestProduct,
  vendorId: VendorId,
  costMinorUnit = 100n,
  change: Partial<NewSingle> = {},
) {
  const { db, clock, keyring } = product.deps
  const content = { to: '+919812345678', content: { type: 'text', body: 'On its way.' } } as const
  const single = {
    id: newId<'message'>(),
    kind: 'REPLY',
    contactId: null,
    mobileHash: (await codecOf(product, vendorId)).hash('919812345678'),
    countryCode: 'IN',
    category: 'SERVICE',
    costMinorUnit,
    autoReplyId: null,
    contentCipher: sealContent(await keyring.of(db, vendorId), content),
    ...change,
  } as const
  await inTransaction(db, (tx) => insertSingle(tx, vendorId, single, clock.now()))
  return single.id
}
