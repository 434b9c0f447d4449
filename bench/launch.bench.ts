import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { median, report } from './support/paired.ts'
import { startBenchProduct } from './support/product.ts'

/**
 * Launch of a large campaign through the public API of the product in one process: the time until the launch is
 * answered, and the rate at which its messages are written, from the launch to the last of them. Anchor for the rate:
 * one plain COPY of the same rows into the same table. `rows=` and `rounds=` change the size.
 */
const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback)
const isShort = process.argv.includes('--short')
const ROWS = option('rows', 100_000)
const ROUNDS = option('rounds', isShort ? 3 : 5)
const OPERATOR = { email: 'operator@harkara.test', password: 'sandbox-harkara-1' }

const product = await startBenchProduct()
const client = new pg.Client({ connectionString: product.databaseUrl })
await client.connect()

try {
  const order = await prepare()
  const rounds = []
  await launchOnce(order) // until everything is compiled and warm
  for (let round = 0; round < ROUNDS; round++) {
    const launched = await launchOnce(order)
    rounds.push(launched)
    console.log(
      `round ${round + 1}: answer ${launched.answerMs.toFixed(0)} ms, ${Math.round(launched.perSecond)} rows/s, ` +
        `COPY ${Math.round(launched.copyPerSecond)} rows/s`,
    )
  }
  const sample = (perSecond: number) => ({ perSecond, p99Ms: 0 })
  report(
    `messages of a campaign of ${ROWS} recipients, written`,
    'one plain COPY of the same rows',
    { floor: 0.2, target: 0.35, goal: 0.5 },
    {
      ratios: rounds.map(({ perSecond, copyPerSecond }) => perSecond / copyPerSecond),
      ours: rounds.map(({ perSecond }) => sample(perSecond)),
      anchor: rounds.map(({ copyPerSecond }) => sample(copyPerSecond)),
    },
  )
  const answers = rounds.map(({ answerMs }) => answerMs)
  const spread = `[${Math.min(...answers).toFixed(0)}..${Math.max(...answers).toFixed(0)}]`
  console.log(`  answer of the launch, ms: ${median(answers).toFixed(0)} ${spread}   floor 1000, target 300, goal 100`)
  console.log(JSON.stringify({ bench: 'launch', rows: ROWS, answerMs: median(answers), answers }))
} finally {
  await client.end()
  await product.stop()
}

/**
 * A plan with enough conversations, money, a template, and a list of contacts of realistic length. Nothing is sent.
 */
async function prepare() {
  const operator = (await product.call('POST', '/auth/login', OPERATOR)).accessToken
  const vendorId = (await product.call('GET', '/vendor/me')).id as string
  await product.call(
    'PUT',
    `/admin/vendors/${vendorId}/subscription`,
    { plan: 'CUSTOM', monthlyAmountPaise: 1_000_000, conversationCap: 1_000_000_000 },
    operator,
  )
  const credit = { vendorId, amountMinorUnit: 100_000_000_000, reason: 'bench' }
  await product.call('POST', '/admin/wallet/credit', credit, operator)
  await client.query('update provider_state set stopped_code = 190, stopped_at = now()')
  const now = new Date()
  const { rows } = await client.query(
    `insert into template (vendor_id, id, name, language, provider_name, provider_id, requested_category, category,
       components, status, status_at, created_at, updated_at)
     values ($1, gen_random_uuid(), 'bench', 'en_US', 'h0_bench', '1', 'MARKETING', 'MARKETING',
       '[{"type": "BODY", "text": "Hello {{1}}, our shop is open again from tomorrow on."}]', 'APPROVED', $2, $2, $2)
     returning id`,
    [vendorId, now],
  )
  const list = await product.call('POST', '/contact-lists', { name: 'everybody' })
  await client.query(
    `insert into contact (vendor_id, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source,
       created_at, updated_at)
     select $1, gen_random_uuid(), sha256(convert_to(n::text, 'UTF8')), repeat('x', 150)::bytea, '{1,2}',
       '{name,city}', case when n % 10 = 0 then 'US' else 'IN' end, 'IMPORT', $2, $2
       from generate_series(1, $3::int) n`,
    [vendorId, now, ROWS],
  )
  await client.query(
    `insert into contact_list_member (vendor_id, list_id, contact_id, added_at)
     select vendor_id, $2, id, $3 from contact where vendor_id = $1`,
    [vendorId, list.id, now],
  )
  await client.query('vacuum analyze')
  return { templateId: rows[0].id as string, contactListId: list.id as string, variables: { '1': 'name' } }
}

async function launchOnce(order: object) {
  await client.query('truncate message')
  const begun = performance.now()
  const { campaignId } = await product.call('POST', '/campaigns/launch', order)
  const answered = performance.now()
  while (!(await isWritten(campaignId))) await sleep(20)
  const written = performance.now()
  // Ended, so that no sweep works on it while its rows are copied.
  await client.query(
    "update campaign set status = 'CANCELLED', ended_at = now(), billing_closed_at = now() where id = $1",
    [campaignId],
  )
  const copyPerSecond = await copyAgain()
  return { answerMs: answered - begun, perSecond: (ROWS / (written - begun)) * 1000, copyPerSecond }
}

async function isWritten(campaignId: string): Promise<boolean> {
  const { rows } = await client.query('select expanded_at from campaign where id = $1', [campaignId])
  return rows[0].expanded_at !== null
}

/** The anchor: COPY of the same rows into the same table with the same indexes. Rows per second. */
async function copyAgain(): Promise<number> {
  const rows: Buffer[] = []
  for await (const chunk of client.query(copyTo('copy message to stdout (format binary)'))) rows.push(chunk as Buffer)
  await client.query('truncate message')
  const begun = performance.now()
  const into = client.query(copyFrom('copy message from stdin (format binary)'))
  for (const chunk of rows) if (!into.write(chunk)) await once(into, 'drain')
  into.end()
  await once(into, 'finish')
  if (into.rowCount !== ROWS) throw new Error(`${into.rowCount} rows of ${ROWS}`)
  return (into.rowCount / (performance.now() - begun)) * 1000
}
