import { expect } from 'vitest'
import { atEnd } from '../cleanup.ts'
import { createTestDatabase } from '../database/database.ts'
import { assertInvariants } from '../database/invariants.ts'
import { eventually } from '../eventually.ts'
import { startProduct } from '../product.ts'
import { chance } from '../random/seeded-random.ts'
import { openPassage } from '../services/breakable-connection.ts'
import { sendingCampaign } from './dispatch.ts'
import { judge } from './dispatch-processes.ts'

const HEALTHY_AGAIN_MS = 10_000
/** Enough for a connection to be used at all, and few enough that it breaks soon. */
const BYTES_MAX = 60_000
/** Each cut may fall between the commit of a claim and its calls, of which the claim's answer then knows nothing. */
const BATCH = 5

const OPERATOR = { email: 'operator@harkara.test', password: 'sandbox-harkara-1' }

interface Plan {
  recipients: number
  cuts: number
  seed: number
}

/**
 * A campaign whose connections to the database break at any byte: in a statement, in an answer, before and after a
 * commit has come through. Nobody then knows what became of it, and nothing may depend on that.
 */
export async function sendOverBrokenLines({ recipients, cuts, seed }: Plan) {
  const databaseUrl = await createTestDatabase()
  const passage = await openPassage(databaseUrl)
  atEnd(() => passage.close())
  const env = { DATABASE_URL: passage.url, DISPATCH_RATE_PER_SECOND: String(BATCH * 10), SENDING_LEASE_SECONDS: '3' }
  const product = await startProduct({ sandbox: true, env })
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit: 10_000_000 })
  const { body } = await product.call('POST', '/auth/login', OPERATOR)
  const dice = chance(seed)
  await passage.gnaw(cuts, () => dice.below(BYTES_MAX))
  const ask = () => product.call('GET', '/admin/provider', undefined, { token: body.accessToken })
  await eventually(async () => expect((await ask()).status).toBe(200), HEALTHY_AGAIN_MS)
  const result = await judge(product, { vendorId: sender.vendorId, campaignId }, { recipients, lostMax: cuts * BATCH })
  await assertInvariants(databaseUrl)
  return result
}
