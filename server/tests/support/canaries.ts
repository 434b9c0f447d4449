import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { expect } from 'vitest'
import { atEnd } from './cleanup.ts'
import { type Answer, startProduct, type TestProduct } from './product.ts'
import { startRedis } from './services/redis.ts'

/**
 * Personal data and secrets that occur nowhere else. Everything the product writes down is then searched for them: its
 * log, every column of every table, the queue's included, and whatever it ever told Redis. The mails themselves are
 * where they belong.
 */
export class Canaries {
  private readonly texts = new Set<string>()
  private readonly codes = new Set<string>()

  /** A made-up value, remembered. */
  make = (kind: string, suffix = '') => this.keep(`canary-${kind}-${randomUUID().slice(0, 13)}${suffix}`)
  email = (kind: string) => this.make(kind, '@example.com')

  /** A value that the product made up. */
  keep<Text extends string>(text: Text): Text {
    expect(text.length).toBeGreaterThan(9)
    this.texts.add(text)
    return text
  }
  keepCode(code: string) {
    this.codes.add(code)
    return code
  }
  keepTokens({ body }: Answer) {
    for (const name of ['accessToken', 'refreshToken', 'key']) if (body[name]) this.keep(body[name])
    return body
  }

  get size() {
    return this.texts.size + this.codes.size
  }

  /** Those that stand in the text: as they are, in any case, in base64, or as the bytes that PostgreSQL shows in hex. */
  findIn(text: string): string[] {
    const haystack = text.toLowerCase()
    const spellings = (canary: string) => [
      canary,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64'),
    ]
    const found = [...this.texts].filter((canary) =>
      spellings(canary).some((one) => haystack.includes(one.toLowerCase())),
    )
    // six digits also occur inside ids and fractions of seconds
    const codes = [...this.codes].filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(text))
    return [...found, ...codes]
  }
}

/** Every row of every table, as text, by table. */
async function dump(databaseUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const contents = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      contents.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return contents
  } finally {
    await client.end()
  }
}

/** Everything that the product has written down: by table, the log, and what Redis was told. */
export async function expectNoTrace(product: TestProduct, canaries: Canaries, toldRedis?: readonly string[]) {
  const tables = await dump(product.databaseUrl)
  expect([...tables.keys()]).toEqual(expect.arrayContaining(['public.outbox_event', 'public.dead_letter']))
  const traces = [...tables].flatMap(([table, text]) => canaries.findIn(text).map((canary) => `${table}: ${canary}`))
  expect(traces).toEqual([])
  expect(product.logLines.length).toBeGreaterThan(2)
  expect(canaries.findIn(product.logLines.join('\n'))).toEqual([])
  if (toldRedis) {
    expect(toldRedis.length).toBeGreaterThan(20)
    expect(canaries.findIn(toldRedis.join('\n'))).toEqual([])
  } else expect([...tables.keys()]).toContain('bullmq.job')
  return tables
}

/** The product with its queue, locks and limits on Redis, and every command that Redis has been given since. */
export async function startOnRedis(): Promise<{ product: TestProduct; toldRedis: readonly string[] | undefined }> {
  const redis = await startRedis()
  atEnd(redis.stop)
  const client = new Redis(redis.url)
  const monitor = await client.monitor()
  client.disconnect()
  atEnd(() => monitor.disconnect())
  const toldRedis: string[] = []
  monitor.on('monitor', (_time, words: string[]) => toldRedis.push(words.join(' ')))
  return { product: await startProduct({ env: { REDIS_URL: redis.url } }), toldRedis }
}
