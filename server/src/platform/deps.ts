import type { ExchangeRates } from '../ports/exchange-rates.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { Lock } from '../ports/lock.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { MessagingProvider } from '../ports/messaging-provider.ts'
import type { GatewayCheckout, GatewayWebhooks, PaymentGateway } from '../ports/payment-gateway.ts'
import type { Queue } from '../ports/queue.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import type { TableReader } from '../ports/table-reader.ts'
import type { Tracer } from '../ports/tracer.ts'
import type { VirusScanner } from '../ports/virus-scanner.ts'
import type { Clock } from './clock/clock.ts'
import type { SharedClock } from './clock/shared-clock.ts'
import type { Threads } from './concurrency/threads.ts'
import type { Config } from './config/config.ts'
import type { VersionedBlindIndex } from './crypto/blind-index-version.ts'
import type { Keyring } from './crypto/keyring.ts'
import type { Passwords } from './crypto/passwords.ts'
import type { Signer } from './crypto/signing.ts'
import type { Db } from './db/db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** The dependencies of use cases. Each names only what it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  config: Config
  log: Log
  clock: Clock
  /** Only in sandbox mode. */
  sharedClock: SharedClock | undefined
  db: Db
  /** A separate pool, so that bulk work takes no connections from requests. */
  bulkDb: Db
  keyring: Keyring
  blindIndex: VersionedBlindIndex
  signer: Signer
  passwords: Passwords
  metrics: Metrics
  tracer: Tracer
  /** The product's public address, for links in mails. Known when the process listens. */
  publicUrl: () => string
  queue: Queue
  lock: Lock
  rateLimiter: RateLimiter
  files: FileStore
  scanner: VirusScanner
  mailer: Mailer
  gateway: PaymentGateway
  gatewayWebhooks: GatewayWebhooks
  gatewayCheckout: GatewayCheckout
  provider: MessagingProvider
  rates: ExchangeRates
  tableReader: TableReader
  threads: Threads
}
