import { expect } from 'vitest'
import { SEND_TRIES_MAX } from '../../../src/domain/messaging/provider-errors.ts'
import { resumeSending } from '../../../src/features/dispatch/provider/provider-state.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { SendOutcome } from '../../../src/ports/messaging-provider.ts'
import { givenCampaign } from '../campaigns/campaign-rows.ts'
import { bareSender, messagesOf } from '../campaigns/campaigns.ts'
import type { TestProduct } from '../product.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { accepted, refused, scriptedProvider, sendAll } from './dispatch.ts'

const CODES = [0, 1, 2, 4, 10, 100, 190, 131000, 131016, 131026, 131042, 131049, 131056, 131057, 130429, 80007, 999999]
const RECIPIENTS = 8
const ROUNDS_MAX = 40

/**
 * The provider gives random answers of all kinds. Every message must reach a final state, and only refused ones are
 * sent again.
 */
export async function followRandomScript(product: TestProduct, seed: number) {
  const { deps } = product
  const random = seededRandom(seed)
  const sender = await bareSender(product, { contacts: RECIPIENTS })
  const campaignId = await givenCampaign(product, sender)
  const ids = (await messagesOf(product, campaignId)).map(({ id }) => id)
  const answersById = new Map<string, SendOutcome[]>()
  const { provider } = scriptedProvider(({ reference }) => {
    const answer =
      [accepted(), { kind: 'unknown' } as const, { kind: 'not-sent' } as const][random.below(8)] ??
      refused(random.pick(CODES))
    answersById.set(reference, [...(answersById.get(reference) ?? []), answer])
    return answer
  })
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await sendAll(deps, sender.vendorId, ids, provider)
    await inTransaction(deps.db, (tx) => resumeSending(tx, deps.clock.now()))
    await deps.db
      .updateTable('provider_state')
      .set({ slow_until: new Date(0) })
      .execute()
    if ((await messagesOf(product, campaignId)).every(({ status }) => status !== 'QUEUED')) break
    await product.advance(1_000)
  }
  for (const { id, status, retry_count: retries } of await messagesOf(product, campaignId)) {
    const answers = answersById.get(id) ?? []
    expect(answers.slice(0, -1).every(({ kind }) => kind === 'refused' || kind === 'not-sent')).toBe(true)
    expect(retries).toBeLessThan(SEND_TRIES_MAX)
    const last = answers.at(-1)?.kind
    const expected = last === 'accepted' ? 'SENT' : last === 'unknown' ? 'UNKNOWN' : 'FAILED'
    expect([seed, status]).toEqual([seed, expected])
  }
}
