import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { figuresOf } from '../money/wallets.ts'
import { startChild } from '../processes/child.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { bareSender, campaignRow, messagesOf } from './campaigns.ts'
import { launchBare } from './launched.ts'

/** Where each process is killed, in turn; undefined means at a random moment. */
const ENDS = [
  'campaign.chunk-written',
  'campaign.chunk-committed',
  undefined,
  'campaign.chunk-committed',
  undefined,
  'campaign.all-written',
] as const satisfies (CrashPoint | undefined)[]

/**
 * Kills the process that writes the messages, again and again. At the end each recipient must have one message, and its
 * price must be reserved.
 */
export async function expectAllWrittenDespiteKills(
  product: TestProduct,
  { contacts, chunks, kills, random }: { contacts: number; chunks: number; kills: number; random: SeededRandom },
) {
  const { db } = product.deps
  const sender = await bareSender(product, { contacts, balanceMinorUnit: contacts * 123 })
  const { campaignId, estimatedCostMinorUnit } = await launchBare(product, sender)
  const setRecipients = (recipients: number) =>
    db.updateTable('campaign').set({ recipients }).where('id', '=', campaignId).execute()
  // Smaller chunks give the same number of steps as a larger campaign.
  await setRecipients(chunks * 5_000)
  const { vendorId } = sender
  const live = (crashAt?: CrashPoint) =>
    startChild('expansion-process', { url: product.databaseUrl, vendorId, campaignId, crashAt })

  let died = 0
  for (let life = 0; died < kills; life++) {
    // Sometimes two processes run at once, because the queue may hand out a job whose worker is still alive.
    const end = ENDS[life % ENDS.length]
    const children = random.chance(0.2) ? [live(end), live(end)] : [live(end)]
    const ends = await Promise.all(
      children.map(async (child) => {
        const seen = []
        for await (const line of child.lines) {
          seen.push(line)
          if (end === undefined) void sleep(random.below(100)).then(() => child.kill('SIGKILL'))
        }
        return seen.includes('done')
      }),
    )
    died += ends.filter((isDone) => !isDone).length
    if (await isExpanded(product, campaignId)) break
  }
  for await (const _ of live().lines);
  await setRecipients(contacts)

  expect((await campaignRow(product, campaignId)).expanded_at).not.toBeNull()
  const messages = await messagesOf(product, campaignId)
  expect(messages).toHaveLength(contacts)
  expect(new Set(messages.map(({ contact_id }) => contact_id)).size).toBe(contacts)
  const cost = messages.reduce((sum, { cost_minor_unit }) => sum + cost_minor_unit, 0n)
  expect(cost).toBe(BigInt(estimatedCostMinorUnit))
  expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 0n, reserved: cost })
  return died
}

const isExpanded = async (product: TestProduct, campaignId: string) =>
  (await campaignRow(product, campaignId)).expanded_at !== null
