import { expect } from 'vitest'
import { atEnd } from '../cleanup.ts'
import { createTestDatabase } from '../database/database.ts'
import { assertInvariants } from '../database/invariants.ts'
import { eventually } from '../eventually.ts'
import { startProduct } from '../product.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { openBreakableConnection } from '../services/breakable-connection.ts'
import { sendingCampaign } from './dispatch.ts'
import { assertSentOnce } from './dispatch-processes.ts'

const HEALTHY_AGAIN_MS = 10_000
/** Enough bytes for a connection to be usable, and few enough that it breaks soon. */
const BYTES_MAX = 60_000
/** A cut between the commit of a claim and its answer loses up to one batch of calls. */
const BATCH = 5

const OPERATOR = { email: 'operator@harkara.test', password: 'sandbox-harkara-1' }

interface Plan {
  recipients: number
  cuts: number
  seed: number
}

/**
 * Sends a campaign while its database connections break at random bytes: in a statement, in an answer, before and after
 * a commit. The outcome of such a statement is unknown, and nothing may depend on it.
 */
export async function sendOverBrokenLines({ recipients, cuts, seed }: Plan) {
  const databaseUrl = await createTestDatabase()
  const connection = await openBreakableConnection(databaseUrl)
  atEnd(() => connection.close())
  const env = { DATABASE_URL: connection.url, DISPATCH_RATE_PER_SECOND: String(BATCH * 10), SENDING_LEASE_SECONDS: '3' }
  const product = await startProduct({ sandbox: true, env })
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit: 10_000_000 })
  const { body } = await product.call('POST', '/auth/login', OPERATOR)
  const random = seededRandom(seed)
  await connection.breakRepeatedly(cuts, () => random.below(BYTES_MAX))
  const ask = () => product.call('GET', '/admin/provider', undefined, { token: body.accessToken })
  await eventually(async () => expect((await ask()).status).toBe(200), HEALTHY_AGAIN_MS)
  const result = await assertSentOnce(
    product,
    { vendorId: sender.vendorId, campaignId },
    { recipients, lostMax: cuts * BATCH },
  )
  await assertInvariants(databaseUrl)
  return result
}
