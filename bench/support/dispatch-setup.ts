import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compose } from '../../server/src/compose.ts'
import { PLATFORM, type VendorId } from '../../server/src/domain/ids.ts'
import { contactCodec } from '../../server/src/features/contacts/codec.ts'
import { readSettings, resolveConfig } from '../../server/src/platform/config/config.ts'
import { inTransaction } from '../../server/src/platform/db/db.ts'
import type { Deps } from '../../server/src/platform/deps.ts'
import { newId } from '../../server/src/platform/ids.ts'
import { Lifecycle } from '../../server/src/platform/lifecycle.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { makeTempDir } from '../../server/tests/support/services/temp-dir.ts'
import { startBenchDatabase } from './database.ts'

export type DispatchSetup = Awaited<ReturnType<typeof startDispatchSetup>>

/** The sending parts of the product on a benchmark database, with a provider that accepts every message after some time. */
export async function startDispatchSetup(env: Record<string, string>, latencyMs = 0) {
  const standIn = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('../dispatch.server.ts', import.meta.url)), String(latencyMs)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const providerUrl = await firstLine(standIn)
  const database = await startBenchDatabase()
  const dataDir = await makeTempDir('bench-dispatch')
  const lifecycle = new Lifecycle(createLog('silent'))
  const outside = { PROVIDER_BASE_URL: providerUrl, GATEWAY_BASE_URL: providerUrl, RATES_URL: providerUrl }
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...outside,
    ...env,
  })
  const config = resolveConfig(settings, { databaseUrl: database.url, sandbox: undefined })
  const deps = await compose(config, createLog('silent'), lifecycle, () => 'http://bench.test')
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  return {
    deps,
    providerUrl,
    databaseUrl: database.url,
    query: database.query,
    newVendor: () => newVendor(deps, database.query),
    /** Inserts a running campaign with all its messages. */
    campaign: (vendorId: VendorId, recipients: number) => campaign(deps, database.query, vendorId, recipients),
    async stop() {
      await lifecycle.stop()
      await database.stop()
      standIn.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  return (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'))[0]
}

type Query = (text: string) => Promise<unknown>

async function newVendor(deps: Deps, query: Query): Promise<VendorId> {
  const id = newId<'vendor'>()
  await query(`insert into vendor (id, company_name, country, currency, timezone, status, created_at, updated_at)
    values ('${id}', 'Bench', 'IN', 'INR', 'Asia/Kolkata', 'ACTIVE', now(), now())`)
  await query(`insert into subscription (vendor_id, id, plan, cycle, status, cycle_amount_paise, monthly_amount_paise,
      billing_cycle_start, billing_cycle_end, conversation_cap, cap_reset_date, is_set_up, created_at, updated_at)
    values ('${id}', '${id}', 'SMB', 'MONTHLY', 'ACTIVE', 249900, 249900, now(), '2100-01-01', 1000000, '2100-01-01',
      true, now(), now())`)
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, id))
  return id
}

const CHUNK = 5_000
let numbers = 0
const COMPONENTS = JSON.stringify([{ type: 'BODY', text: 'Hello {{1}}, your order is on its way to you.' }])

async function campaign(deps: Deps, query: Query, vendorId: VendorId, recipients: number): Promise<string> {
  const id = newId<'campaign'>()
  await query(`insert into pricing_snapshot (vendor_id, id, category, currency, exchange_rate_used, rate_fetched_at,
      discount_percent, items, messages_minor_unit, platform_fee_minor_unit, total_minor_unit, created_at)
    values ('${vendorId}', '${id}', 'UTILITY', 'INR', 83.33, now(), 0, '[]', 0, 0, 0, now())`)
  await query(`insert into campaign (vendor_id, id, name, template_id, template_name, provider_name, language, category,
      components, variables, snapshot_id, currency, status, launched_at, recipients, skipped, expanded_at, created_at,
      updated_at)
    values ('${vendorId}', '${id}', 'Bench', '${id}', 'bench', 'h1_bench', 'en_US', 'UTILITY', '${COMPONENTS}',
      '{"1": {"from": "name"}}', '${id}', 'INR', 'RUNNING', now(), ${recipients}, '[]', now(), now(), now())`)
  const codec = contactCodec(vendorId, await deps.keyring.of(deps.db, vendorId), deps.blindIndex)
  const now = new Date()
  for (let first = 0; first < recipients; first += CHUNK) {
    const contacts = Array.from({ length: Math.min(CHUNK, recipients - first) }, () => {
      const mobile = `91${String(7_000_000_000 + ++numbers)}`
      return {
        vendor_id: vendorId,
        id: newId<'contact'>(),
        mobile_hash: codec.hash(mobile),
        profile_cipher: codec.seal({ mobile, name: `Name ${numbers}`, attributes: { city: 'Pune' } }),
        name_tokens: [],
        filled_keys: ['name', 'city'],
        country_code: 'IN',
        source: 'IMPORT' as const,
        created_at: now,
        updated_at: now,
      }
    })
    await inTransaction(deps.db, async (tx) => {
      await tx.insertInto('contact').values(contacts).execute()
      await tx
        .insertInto('message')
        .values(
          contacts.map((contact) => ({
            vendor_id: vendorId,
            id: newId<'message'>(),
            campaign_id: id,
            kind: 'CAMPAIGN' as const,
            contact_id: contact.id,
            mobile_hash: contact.mobile_hash,
            country_code: 'IN',
            category: 'UTILITY' as const,
            cost_minor_unit: 15n,
            due_at: now,
            created_at: now,
          })),
        )
        .execute()
    })
  }
  return id
}
