import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { contactRows, csvFile, xlsxFile } from './support/contact-file.ts'
import { answerOverLine, type Imported, importFile, pollIdle } from './support/import-run.ts'
import { type Levels, median, report } from './support/paired.ts'
import { startPoller } from './support/poller.ts'
import { startBenchProduct } from './support/product.ts'

/**
 * Imports end to end through the public API of the product in one process: contacts per second, peak memory, latency
 * of other requests meanwhile, and the time until an upload is answered. Anchor for throughput: one plain COPY of the
 * contacts that the import stored, which has no scan, parsing, staging, preview, merge, audit or encryption to pay
 * for. `rows=` and `rounds=` change the size.
 */
const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback)
const isShort = process.argv.includes('--short')
const ROWS = option('rows', isShort ? 50_000 : 1_000_000)
const ROUNDS = option('rounds', 5)
const SMALL_ROWS = 10_000
const MIDDLE_ROWS = 100_000
const MORE_ROWS = Math.min(50_000, ROWS)

const COLUMNS =
  'id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source, revision, created_at, updated_at'

const product = await startBenchProduct()
const setup = { product, poller: startPoller() }
const client = new pg.Client({ connectionString: product.databaseUrl })
await client.connect()
let run = 0
const bring = (kind: 'csv' | 'xlsx', rows: number, token = product.token) =>
  importFile(setup, kind, (kind === 'csv' ? csvFile : xlsxFile)(contactRows(rows, run++)), token)

try {
  await bring('csv', SMALL_ROWS) // until everything is compiled and warm
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const idleP99Ms = await pollIdle(setup)
    await empty()
    // After idling everything is slower for a while, so the measurement with the widest margin comes first.
    const xlsx = await bring('xlsx', ROWS)
    await empty()
    const csv = await bring('csv', ROWS)
    const copy = await copyAgain()
    await empty()
    // The first import into emptied tables is slower, a small one most of all.
    const shorter = {
      xlsx: { middle: await bring('xlsx', MIDDLE_ROWS), small: await bring('xlsx', SMALL_ROWS) },
      csv: { middle: await bring('csv', MIDDLE_ROWS), small: await bring('csv', SMALL_ROWS) },
    }
    const overLineMs = {
      csv: await answerOverLine(product, 'csv', csvFile(contactRows(ROWS, run++))),
      xlsx: await answerOverLine(product, 'xlsx', xlsxFile(contactRows(ROWS, run++))),
    }
    rounds.push({ csv, copy, xlsx, shorter, idleP99Ms, overLineMs })
    console.log(`round ${round + 1}: ${[csv, xlsx].map(describeRun).join(' | ')} | COPY ${Math.round(copy)}/s`)
  }
  await empty()
  await bring('csv', ROWS) // the large book
  const into = []
  for (let round = 0; round < ROUNDS; round++)
    into.push({ full: await bring('csv', MORE_ROWS), none: await bring('csv', MORE_ROWS, await product.newVendor()) })
  show(rounds, into)
} finally {
  await client.end()
  setup.poller.stop()
  await product.stop()
}

function describeRun({ perSecond, seconds, peakMb, answeredMs }: Imported) {
  return `${Math.round(perSecond)} contacts/s in ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB, answered after ${Math.round(answeredMs)} ms`
}

/** Empties the tables and writes everything to disk before the next measurement. */
async function empty() {
  await client.query(
    'truncate contact, contact_audit, import_job, staged_mark, staged_marks, staged_contact, staged_duplicate, staged_failure cascade',
  )
  await client.query('checkpoint')
}

/**
 * The anchor: COPY of the rows that the import stored into the same table with the same indexes. Contacts per second.
 */
async function copyAgain(): Promise<number> {
  const rows: Buffer[] = []
  const out = client.query(
    copyTo(`copy (select vendor_id, ${COLUMNS} from contact order by id) to stdout (format binary)`),
  )
  for await (const chunk of out) rows.push(chunk as Buffer)
  await empty()
  const begun = performance.now()
  const into = client.query(copyFrom(`copy contact (vendor_id, ${COLUMNS}) from stdin (format binary)`))
  for (const chunk of rows) if (!into.write(chunk)) await once(into, 'drain')
  into.end()
  await once(into, 'finish')
  return (into.rowCount / (performance.now() - begun)) * 1000
}

interface Round {
  csv: Imported
  copy: number
  xlsx: Imported
  shorter: Record<'csv' | 'xlsx', Record<'small' | 'middle', Imported>>
  idleP99Ms: number
  overLineMs: { csv: number; xlsx: number }
}

function show(all: Round[], into: { full: Imported; none: Imported }[]) {
  const sample = (perSecond: number, p99Ms = 0) => ({ perSecond, p99Ms })
  const pair = (name: string, anchor: string, levels: Levels, pairs: [number, number][]) =>
    report(name, anchor, levels, {
      ratios: pairs.map(([ours, limit]) => ours / limit),
      ours: pairs.map(([ours]) => sample(ours)),
      anchor: pairs.map(([, limit]) => sample(limit)),
    })
  pair(
    `import of ${ROWS} CSV rows, contacts stored`,
    'one plain COPY of the same contacts',
    { floor: 0.2, target: 0.35, goal: 0.5 },
    all.map(({ csv, copy }) => [csv.perSecond, copy]),
  )
  pair(
    `the same from XLSX`,
    'the CSV figure',
    { floor: 0.3, target: 0.5, goal: 0.9 },
    all.map(({ csv, xlsx }) => [xlsx.perSecond, csv.perSecond]),
  )
  const costs = all.map(({ csv, shorter }) => shorter.csv.small.perSecond / csv.perSecond)
  const growth = into.map(({ full, none }) => none.perSecond / full.perSecond)
  const polls = all.map(({ csv, idleP99Ms }) => csv.pollP99Ms / idleP99Ms)
  const figures: Record<string, number[]> = {
    'peak RSS of a product process, MB (floor 512, target 300, goal 200)': all.map(({ csv }) => csv.peakMb),
    [`cost per row at ${ROWS} ÷ at ${SMALL_ROWS} (1.2; 1.0; goal 0.4)`]: costs,
    [`${MORE_ROWS} new rows into a book of ${ROWS} ÷ into an empty one, cost (1.6; 1.3; goal 1.0)`]: growth,
    'status poll p99 while importing ÷ idle (5; 3; goal 1.2)': polls,
    'status poll p99 while importing, ms': all.map(({ csv }) => csv.pollP99Ms),
    ...Object.fromEntries(
      (['csv', 'xlsx'] as const).flatMap((kind) => [
        [`${kind}: answer after the last byte has left this machine, ms (100)`, all.map((one) => one[kind].answeredMs)],
        [
          `${kind}: the same over a line of 200 Mbit/s, where it arrives as it leaves, ms (100)`,
          all.map(({ overLineMs }) => overLineMs[kind]),
        ],
      ]),
    ),
  }
  for (const kind of ['csv', 'xlsx'] as const) {
    const sizes = { [SMALL_ROWS]: 'small', [MIDDLE_ROWS]: 'middle', [ROWS]: undefined } as const
    for (const [rows, size] of Object.entries(sizes)) {
      const imported = all.map((round) => (size ? round.shorter[kind][size] : round[kind]))
      figures[`${kind}, ${rows} rows: µs a contact`] = imported.map(({ perSecond }) => 1e6 / perSecond)
      figures[`${kind}, ${rows} rows: peak RSS, MB`] = imported.map(({ peakMb }) => peakMb)
    }
  }
  for (const [name, values] of Object.entries(figures))
    console.log(
      `  ${name}: ${median(values).toFixed(2)} [${Math.min(...values).toFixed(2)}..${Math.max(...values).toFixed(2)}]`,
    )
  console.log(JSON.stringify({ bench: 'import', rows: ROWS, figures }))
}
