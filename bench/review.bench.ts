import pg from 'pg'
import { contactRows, csvFile } from './support/contact-file.ts'
import { upload } from './support/import-run.ts'
import { showVerbs, type Verb } from './support/latency.ts'
import { startBenchProduct } from './support/product.ts'

/**
 * Repairs during the review of an import of a million rows, through the public API: p50 and p95 of each verb. Anchor of
 * verbs that concern given rows: an UPDATE of as many rows by primary key, in the same database. Anchor of verbs that
 * look at every row: a scan of the same rows as plain text in one table. `rows=` and `times=` change the size.
 */
const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback)
const ROWS = option('rows', process.argv.includes('--short') ? 50_000 : 1_000_000)
const TIMES = option('times', process.argv.includes('--short') ? 5 : 20)
const MANY_ROWS = Math.min(5_000, ROWS / 10)

const product = await startBenchProduct()
const client = new pg.Client({ connectionString: product.databaseUrl })
await client.connect()

try {
  const rows = contactRows(ROWS, 0)
  const { jobId } = await upload(product, 'csv', csvFile(rows), product.token)
  const path = `/contacts/import/${jobId}`
  await untilReview(path)
  await fillPeer(rows)

  let next = 0
  /** Rows all over the file. The header is row 1. */
  const someRow = () => 2 + ((next++ * 7_919) % ROWS)
  const changeCells = (cells: Record<string, string>) => product.call('PATCH', `${path}/rows/${someRow()}`, { cells })
  const mobile = () => `+91 98${String(next).padStart(8, '0')}`
  const manyRows = (from: number) => Array.from({ length: MANY_ROWS }, (_, i) => 2 + from + i)
  const scattered = Array.from({ length: 100 }, (_, i) => 2 + ((i * 9_973) % ROWS))

  const updateOf = (count: number) => () =>
    client.query('update peer set city = city || $1 where row_index = any($2)', [
      '.',
      Array.from({ length: count }, () => someRow()),
    ])
  const scan = (text: string) => () => client.query('select count(*) from peer where position($1 in name) > 0', [text])

  const verbs: Verb[] = [
    {
      name: 'a page of 50 rows',
      run: () => product.call('GET', `${path}/rows?pageSize=50&fromRow=${someRow()}`),
      anchor: () => client.query('select * from peer where row_index >= $1 order by row_index limit 50', [someRow()]),
    },
    { name: 'change a name', run: () => changeCells({ Name: `Asha ${next}` }), anchor: updateOf(1) },
    { name: 'change a number', run: () => changeCells({ Phone: mobile() }), anchor: updateOf(1) },
    { name: 'break a number', run: () => changeCells({ Phone: '12' }), anchor: updateOf(1) },
    {
      name: 'exclude a row',
      run: () => product.call('POST', `${path}/rows/exclude`, { rowIndexes: [someRow()] }),
      anchor: updateOf(1),
    },
    {
      name: 'exclude 100 rows all over the file',
      run: (i) => product.call('POST', `${path}/rows/${i % 2 ? 'include' : 'exclude'}`, { rowIndexes: scattered }),
      anchor: updateOf(100),
    },
    {
      name: `exclude ${MANY_ROWS} rows`,
      times: 5,
      run: (i) => product.call('POST', `${path}/rows/exclude`, { rowIndexes: manyRows(i * MANY_ROWS) }),
      anchor: updateOf(MANY_ROWS),
    },
    {
      name: `include ${MANY_ROWS} rows`,
      times: 5,
      run: (i) => product.call('POST', `${path}/rows/include`, { rowIndexes: manyRows(i * MANY_ROWS) }),
      anchor: updateOf(MANY_ROWS),
    },
    {
      name: 'replace a text that no cell has',
      times: 5,
      run: (i) =>
        product.call('POST', `${path}/rows/replace`, { column: 'Name', find: `Zoroaster ${i}`, replace: 'Z' }),
      anchor: scan('Zoroaster'),
    },
    { name: 'replace a text that one cell has', times: 5, run: (i) => replaceOne(i), anchor: scan('Zoroaster') },
    {
      name: 'replace a text that every eighth cell has, or undo it',
      times: 2,
      run: () => replaceOften(),
      anchor: scan('Zoroaster'),
    },
    {
      name: 'what-if, three countries',
      times: 3,
      run: (i) => product.call('GET', `${path}/what-if?countries=${['IN,AE,GB', 'US,DE,FR', 'BR,ZA,SG'][i]}`),
      anchor: scan('Zoroaster'),
    },
    {
      name: 'what-if, three countries, all rows',
      times: 1,
      run: () => product.call('GET', `${path}/what-if?countries=IN,AE,GB&exact=true`),
      anchor: scan('Zoroaster'),
    },
  ]
  const replaceOne = async (i: number) => {
    const { changedRows } = await product.call('POST', `${path}/rows/replace`, {
      column: 'Name',
      find: rows[i * 1_000]?.[0],
      replace: `Zoroaster ${i}`,
      wholeCell: true,
    })
    if (changedRows < 1) throw new Error('no cell was replaced')
  }
  let replacementId: string | undefined
  const replaceOften = async () => {
    const pune = { column: 'City', find: 'Pune', replace: 'Poona' }
    if (replacementId) await product.call('POST', `${path}/rows/replace/${replacementId}/undo`, {})
    else replacementId = (await product.call('POST', `${path}/rows/replace`, pune)).replacementId
  }
  product.peakMb()
  await showVerbs(`review of ${ROWS} rows`, verbs, TIMES, product.processorMs)
  console.log(`  peak RSS of a product process during the review: ${Math.round(product.peakMb())} MB`)
} finally {
  await client.end()
  await product.stop()
}

async function untilReview(path: string) {
  for (;;) {
    const { status, terminal } = await product.call('GET', `${path}/status`)
    if (status === 'PENDING_REVIEW') return
    if (terminal) throw new Error(`the import ended as ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** The rows of the file in a plain table with a primary key. */
async function fillPeer(rows: string[][]) {
  await client.query('create table peer (row_index int primary key, name text, phone text, city text)')
  for (let from = 0; from < rows.length; from += 10_000) {
    const some = rows.slice(from, from + 10_000)
    const column = (at: number) => some.map((cells) => cells[at])
    await client.query('insert into peer select * from unnest($1::int[], $2::text[], $3::text[], $4::text[])', [
      some.map((_, i) => from + i + 2),
      column(0),
      column(1),
      column(2),
    ])
  }
  await client.query('vacuum analyze peer')
}
