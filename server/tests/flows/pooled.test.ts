import { expect, test } from 'vitest'
import { campaignRow, launchNow, newSender } from '../support/campaigns/campaigns.ts'
import { atEnd } from '../support/cleanup.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { assertInvariants } from '../support/database/invariants.ts'
import { eventually } from '../support/eventually.ts'
import { csv, untilStatus, upload } from '../support/imports/imports.ts'
import { knownAtProvider, statusesOf } from '../support/messaging/dispatch.ts'
import { startProduct } from '../support/product.ts'
import { startPgBouncer } from '../support/services/pgbouncer.ts'
import { startRedis } from '../support/services/redis.ts'
import { requireProgram } from '../support/services/require-program.ts'

const SERVER_CONNECTIONS = 4
const RECIPIENTS = 40
const WHAT = 'the product behind PgBouncer (pgbouncer, redis-server)'
const hasServices = requireProgram('pgbouncer', WHAT) && requireProgram('redis-server', WHAT)

test.runIf(hasServices)(
  `the product imports and sends behind PgBouncer, with ${SERVER_CONNECTIONS} connections for all of its own`,
  async () => {
    const databaseUrl = await createTestDatabase()
    const redis = await startRedis()
    const pooled = await startPgBouncer(databaseUrl, { size: SERVER_CONNECTIONS })
    atEnd(async () => {
      await assertInvariants(databaseUrl)
      await pooled.stop()
      await redis.stop()
    })
    const product = await startProduct({
      sandbox: true,
      env: {
        DATABASE_URL: pooled.url,
        DATABASE_PREPARED_STATEMENTS: 'false',
        REDIS_URL: redis.url,
        DISPATCH_RATE_PER_SECOND: '500',
      },
    })
    const contacts = Array.from({ length: RECIPIENTS }, (_, n) => ({ mobile: `9198123456${10 + n}`, name: 'Asha Rao' }))
    const sender = await newSender(product, { contacts })
    await knownAtProvider(product, sender.templateId)
    const { campaignId } = await launchNow(product, sender)
    const rows = Array.from({ length: 3_000 }, (_, n) => [`Name ${n}`, `+9197${10_000_000 + n}`])
    const { body } = await upload(product, csv(['Name', 'Phone'], ...rows), sender)
    // More requests at once than there are connections.
    const lists = await Promise.all(Array.from({ length: 50 }, () => product.get('/contacts', sender)))
    expect(lists.map(({ status }) => status)).toEqual(Array(50).fill(200))
    await untilStatus(product, sender.token, body.jobId, 'PENDING_REVIEW')
    await product.post(`/contacts/import/${body.jobId}/confirm`, undefined, sender)
    const { result } = await untilStatus(product, sender.token, body.jobId, 'COMPLETED')
    expect(result).toMatchObject({ created: 3_000 })
    await eventually(async () => {
      expect(await statusesOf(product, campaignId)).toEqual({ DELIVERED: RECIPIENTS })
      expect((await campaignRow(product, campaignId)).status).toBe('COMPLETED')
    }, 60_000)
    expect(product.logLines.filter((line) => /"job\.(failed|dead)"|http\.failed/.test(line))).toEqual([])
  },
)
