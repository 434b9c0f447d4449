import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { expect } from 'vitest'
import { atEnd } from './cleanup.ts'
import { type Answer, startProduct, type TestProduct } from './product.ts'
import { startRedis } from './services/redis.ts'

/**
 * Personal data and secrets that occur nowhere else. Everything that the product stores or logs is searched for them:
 * its log, every column of every table including those of the queue, and all commands that Redis received. Mails may
 * contain them.
 */
export class Canaries {
  private readonly texts = new Set<string>()
  private readonly codes = new Set<string>()

  /** Creates a value and registers it. */
  make = (kind: string, suffix = '') => this.register(`canary-${kind}-${randomUUID().slice(0, 13)}${suffix}`)
  email = (kind: string) => this.make(kind, '@example.com')

  /** Registers a value that the product generated. */
  register<Text extends string>(text: Text): Text {
    expect(text.length).toBeGreaterThan(9)
    this.texts.add(text)
    return text
  }
  registerCode(code: string) {
    this.codes.add(code)
    return code
  }
  registerTokens({ body }: Answer) {
    for (const name of ['accessToken', 'refreshToken', 'key']) if (body[name]) this.register(body[name])
    return body
  }

  get size() {
    return this.texts.size + this.codes.size
  }

  /**
   * The registered values that the text contains: in any case, in base64, in the hexadecimal form that PostgreSQL
   * shows, or inside the provider's id of a message.
   */
  findIn(text: string): string[] {
    const wamids = [...text.matchAll(/wamid\.([\w+/-]{8,}={0,2})/g)].map(([, id = '']) => id)
    const decoded = wamids.map((id) => Buffer.from(id, 'base64').toString('latin1'))
    const haystack = [text, ...decoded].join('\n').toLowerCase()
    const spellings = (canary: string) => [
      canary,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64'),
    ]
    const found = [...this.texts].filter((canary) =>
      spellings(canary).some((one) => haystack.includes(one.toLowerCase())),
    )
    // six digits also occur in ids and fractions of seconds
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

/** Searches all tables, the log and the commands that Redis received. */
export async function expectNoTrace(product: TestProduct, canaries: Canaries, redisCommands?: readonly string[]) {
  const tables = await dump(product.databaseUrl)
  expect([...tables.keys()]).toEqual(expect.arrayContaining(['public.outbox_event', 'public.dead_letter']))
  const traces = [...tables].flatMap(([table, text]) => canaries.findIn(text).map((canary) => `${table}: ${canary}`))
  expect(traces).toEqual([])
  expect(product.logLines.length).toBeGreaterThan(2)
  expect(canaries.findIn(product.logLines.join('\n'))).toEqual([])
  if (redisCommands) {
    expect(redisCommands.length).toBeGreaterThan(20)
    expect(canaries.findIn(redisCommands.join('\n'))).toEqual([])
  } else expect([...tables.keys()]).toContain('bullmq.job')
  return tables
}

/** A product with queue, locks and limits on Redis, and all commands that Redis has received since. */
export async function startOnRedis(): Promise<{ product: TestProduct; redisCommands: readonly string[] | undefined }> {
  const redis = await startRedis()
  atEnd(redis.stop)
  const client = new Redis(redis.url)
  const monitor = await client.monitor()
  client.disconnect()
  atEnd(() => monitor.disconnect())
  const redisCommands: string[] = []
  monitor.on('monitor', (_time, words: string[]) => redisCommands.push(words.join(' ')))
  return { product: await startProduct({ env: { REDIS_URL: redis.url } }), redisCommands }
}
