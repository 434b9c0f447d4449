import { atEnd } from '../cleanup.ts'
import { newDataDir, type ProductProcess, startProcess } from '../processes/process.ts'
import type { TestProduct } from '../product.ts'
import { startRedis } from '../services/redis.ts'
import { requireProgram } from '../services/require-program.ts'
import { webhookHeaders } from './gateway-events.ts'

export const ENGINES = ['PostgreSQL', 'Redis'] as const
export type Engine = (typeof ENGINES)[number]

/** Whether this kind of locks and queue is available here. Reported if not. */
export const has = (engine: Engine) => engine === 'PostgreSQL' || requireProgram('redis-server', 'payments with Redis')

/** The settings for locks and queue of this kind. */
export async function settingsFor(engine: Engine): Promise<Record<string, string>> {
  if (engine === 'PostgreSQL') return {}
  const redis = await startRedis()
  atEnd(() => redis.stop())
  return { REDIS_URL: redis.url }
}

/** Another process on the same database. Its mails go to the same mailbox. */
export async function startBeside(
  { product }: { product: Pick<TestProduct, 'databaseUrl' | 'mailbox'> },
  env: Record<string, string>,
) {
  const process = await startProcess({
    DATABASE_URL: product.databaseUrl,
    SMTP_URL: product.mailbox.url,
    DATA_DIR: await newDataDir(),
    ...env,
  })
  atEnd(() => process.end('SIGKILL'))
  return process
}

/** Delivers over a real connection. Undefined when the process died before it answered. */
export async function deliverTo(process: ProductProcess, event: unknown): Promise<number | undefined> {
  const body = JSON.stringify(event)
  const url = `${process.url}/webhooks/razorpay`
  const answer = await fetch(url, { method: 'POST', headers: webhookHeaders(body), body }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status
}
