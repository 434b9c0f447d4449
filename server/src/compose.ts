import { join } from 'node:path'
import { httpExchangeRates } from './adapters/exchange-rates/http.ts'
import { diskFileStore } from './adapters/file-store/disk.ts'
import { s3FileStore } from './adapters/file-store/s3.ts'
import { postgresLock } from './adapters/lock/postgres.ts'
import { redisLock } from './adapters/lock/redis.ts'
import { smtpMailer } from './adapters/mailer/smtp.ts'
import { cloudApiProvider } from './adapters/messaging-provider/cloud-api.ts'
import { razorpayGateway } from './adapters/payment-gateway/razorpay.ts'
import { razorpayCheckout } from './adapters/payment-gateway/razorpay-checkout.ts'
import { razorpayWebhooks } from './adapters/payment-gateway/razorpay-webhooks.ts'
import { createBullQueue } from './adapters/queue/bullmq.ts'
import { leaseTiming } from './adapters/queue/bullmq-engine.ts'
import { postgresRateLimiter } from './adapters/rate-limiter/postgres.ts'
import { redisRateLimiter } from './adapters/rate-limiter/redis.ts'
import { childProcessTableReader } from './adapters/table-reader/child-process/child-process.ts'
import { builtinScanner } from './adapters/virus-scanner/builtin.ts'
import { clamdScanner } from './adapters/virus-scanner/clamd.ts'
import { withStructureLimits } from './adapters/virus-scanner/structure-limits.ts'
import { StartFailure } from './embedded/start-failure.ts'
import { OffsetClock, steadyClock } from './platform/clock/clock.ts'
import { shareClock } from './platform/clock/shared-clock.ts'
import { startThreads } from './platform/concurrency/threads.ts'
import type { Config } from './platform/config/config.ts'
import { openBlindIndex } from './platform/crypto/blind-index-version.ts'
import { createKeyring } from './platform/crypto/keyring.ts'
import { createPasswords } from './platform/crypto/passwords.ts'
import { createSigner } from './platform/crypto/signing.ts'
import { openDatabase } from './platform/db/db.ts'
import type { Deps } from './platform/deps.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { noTracer } from './platform/tracing.ts'
import type { Queue } from './ports/queue.ts'
import type { Tracer } from './ports/tracer.ts'

/** A long statement of a job that is abandoned anyway. The server ends it, and another worker repeats it. */
const DATABASE_STOP_MS = 1_000

/**
 * Creates the dependencies from the config; the only place that knows which technology implements which port. Without
 * `withoutQueue` it fails where Redis cannot be reached.
 */
export async function compose(
  config: Config,
  log: Log,
  lifecycle: Lifecycle,
  publicUrl: () => string,
  withoutQueue?: (failure: Error) => Queue,
): Promise<Deps> {
  const onError = (part: string) => (err: Error) => log.warn({ event: 'connection.failed', part, err })

  const tracer = await createTracer(config)
  lifecycle.onStop('tracer', () => tracer.close())

  const clock = new OffsetClock()
  const connections = {
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    hasPreparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    onError: onError('database'),
  }
  const { db, pool, close } = openDatabase(connections)
  lifecycle.onStop('database', close, DATABASE_STOP_MS)
  const bulk = openDatabase({ ...connections, name: 'harkara-bulk', hasLowPriority: config.ownDatabase })
  lifecycle.onStop('database of imports', bulk.close, DATABASE_STOP_MS)

  const sharedClock = config.sandbox ? await shareClock({ db, clock, log }) : undefined
  if (sharedClock) lifecycle.onStop('clock', () => sharedClock.stop())

  const redis = config.REDIS_URL
  const lock = redis ? redisLock({ url: redis, onError: onError('lock') }) : postgresLock(pool, onError('lock'))
  lifecycle.onStop('lock', () => lock.close())
  const rateLimiter = redis
    ? redisRateLimiter({ url: redis, onError: onError('rate-limiter') })
    : postgresRateLimiter(pool)
  lifecycle.onStop('rate limiter', () => rateLimiter.close())
  const queue = await createBullQueue({
    engine: redis ? { kind: 'redis', url: redis } : { kind: 'postgres', url: config.DATABASE_URL },
    onError: onError('queue'),
    timing: { ...leaseTiming(config.QUEUE_LEASE_SECONDS), nowMs: () => steadyClock.nowMs() },
  }).catch((error: unknown) => {
    const failure = redis ? explainRedis(error, redis) : error
    if (withoutQueue && failure instanceof StartFailure) return withoutQueue(failure)
    throw failure
  })
  lifecycle.onStop('queue', () => queue.close())

  const mailer = smtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })
  lifecycle.onStop('mailer', () => mailer.close())

  const gateway = razorpayGateway({
    baseUrl: config.GATEWAY_BASE_URL,
    keyId: config.GATEWAY_KEY_ID,
    keySecret: config.GATEWAY_KEY_SECRET,
  })
  lifecycle.onStop('gateway', () => gateway.close())
  const provider = cloudApiProvider({
    baseUrl: config.PROVIDER_BASE_URL,
    version: config.PROVIDER_API_VERSION,
    token: config.PROVIDER_TOKEN,
    phoneNumberId: config.PROVIDER_PHONE_NUMBER_ID,
    wabaId: config.PROVIDER_WABA_ID,
    appId: config.PROVIDER_APP_ID,
    appSecret: config.PROVIDER_APP_SECRET,
    verifyToken: config.PROVIDER_VERIFY_TOKEN,
  })
  lifecycle.onStop('provider', () => provider.close())

  const rates = httpExchangeRates({ url: config.RATES_URL })
  lifecycle.onStop('exchange rates', () => rates.close())

  const blindIndex = await openBlindIndex([db, bulk.db], config.blindIndexKeys)
  const threads = startThreads({ blindIndexKeys: blindIndex.keys, blindIndexVersion: blindIndex.shared })
  lifecycle.onStop('threads', () => threads.close())

  return {
    config,
    log,
    clock,
    sharedClock,
    db,
    bulkDb: bulk.db,
    keyring: createKeyring(config.ENCRYPTION_KEYS),
    blindIndex,
    signer: createSigner(config.jwtSecrets),
    passwords: createPasswords(config.PASSWORD_MEMORY_KIB),
    metrics: createMetrics(),
    tracer,
    publicUrl,
    queue,
    lock,
    rateLimiter,
    files: config.S3_ENDPOINT
      ? s3FileStore({
          endpoint: config.S3_ENDPOINT,
          bucket: config.S3_BUCKET ?? '',
          accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
          region: config.S3_REGION,
        })
      : diskFileStore(join(config.dataDir, 'files')),
    scanner: config.CLAMD_URL ? withStructureLimits(clamdScanner({ url: config.CLAMD_URL })) : builtinScanner(),
    mailer,
    gateway,
    gatewayWebhooks: razorpayWebhooks({
      keySecret: config.GATEWAY_KEY_SECRET,
      webhookSecrets: [config.GATEWAY_WEBHOOK_SECRET, config.GATEWAY_WEBHOOK_SECRET_PREVIOUS].filter(isGiven),
    }),
    gatewayCheckout: razorpayCheckout,
    provider,
    rates,
    tableReader: childProcessTableReader(),
    threads,
  }
}

/** In one line, without the password. */
function explainRedis(error: unknown, url: string): StartFailure {
  const { code, message } = error as NodeJS.ErrnoException
  return new StartFailure(
    `Cannot connect to Redis at ${new URL(url).host} (${code ?? message}). Check REDIS_URL and that the server is running.`,
    { cause: error },
  )
}

/** The packages are loaded only where traces are sent. */
async function createTracer(config: Config): Promise<Tracer> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return noTracer
  const { openTelemetryTracer } = await import('./adapters/tracer/opentelemetry.ts')
  const { OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = config
  return openTelemetryTracer({ endpoint, serviceName, ratio })
}

const isGiven = (secret: string | undefined): secret is string => secret !== undefined
