import { resolve } from 'node:path'
import { z } from 'zod'
import { GST_STATES, stateCodeOf } from '../../domain/invoicing/gstin.ts'
import { START_WORDS, STOP_WORDS } from '../../domain/messaging/inbound/keywords.ts'
import { CRASH_POINTS } from '../crash-point.ts'
import { PASSWORD_MEMORY_KIB } from '../crypto/passwords.ts'
import { CONNECTION_SETTINGS, splitNames } from '../plain-connections.ts'
import { validationMessage } from '../validation-messages.ts'
import {
  encryptionKeys,
  flag,
  gstin,
  integer,
  jwtSecret,
  keys32,
  ratio,
  seriesPrefix,
  splitKeys,
  url,
  withDefault,
  words,
} from './setting-types.ts'
import { trustProxy } from './trust-proxy.ts'
import { EXTERNAL_SERVICE_URLS, unsafeSettings } from './unsafe-settings.ts'

/** This is the only file that reads the environment. Everything else receives a `Config`. */
export const ROLE_NAMES = ['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** The defaults of sandbox mode. They are public, so production refuses each of them. */
export const SANDBOX_SECRETS = {
  JWT_SECRET: 'sandbox-only-jwt-secret-never-use-in-production',
  ENCRYPTION_KEYS: 'sandbox:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  BLIND_INDEX_KEY: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=',
  PROVIDER_TOKEN: 'sandbox-provider-token',
  PROVIDER_APP_SECRET: 'sandbox-provider-app-secret',
  PROVIDER_VERIFY_TOKEN: 'sandbox-provider-verify-token',
  PROVIDER_PHONE_NUMBER_ID: '100000000000001',
  PROVIDER_WABA_ID: '100000000000002',
  PROVIDER_APP_ID: '100000000000003',
  GATEWAY_KEY_ID: 'rzp_test_SandboxHarkara',
  GATEWAY_KEY_SECRET: 'sandbox-gateway-key-secret',
  GATEWAY_WEBHOOK_SECRET: 'sandbox-gateway-webhook-secret',
  SANDBOX_SECRET: 'sandbox-secret-for-local-use',
} as const
type SecretName = keyof typeof SANDBOX_SECRETS

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Harkara cannot start: ${problems.length === 1 ? 'a setting is' : `${problems.length} settings are`} invalid.
${problems.map((problem) => `  - ${problem}`).join('\n')}
See .env.example for all settings.`)
    this.problems = problems
  }
}

/** The parsed environment. Services that it does not name are started, or joined, by main. */
export type Settings = ReturnType<typeof readSettings>

/** Settings with the addresses of all services. */
export type Config = ReturnType<typeof resolveConfig>

export interface RunningSandbox {
  url: string
  smtpUrl: string
}

/** Adds the addresses of the services that we run ourselves. */
export function resolveConfig(settings: Settings, parts: { databaseUrl: string; sandbox: RunningSandbox | undefined }) {
  const { databaseUrl, sandbox } = parts
  return {
    ...settings,
    DATABASE_URL: databaseUrl,
    /** Whether the database is our own, on this machine. */
    ownDatabase: settings.DATABASE_URL === undefined,
    sandboxUrl: sandbox?.url,
    SMTP_URL: settings.SMTP_URL ?? sandbox?.smtpUrl ?? '',
    PROVIDER_BASE_URL: settings.PROVIDER_BASE_URL ?? sandbox?.url ?? '',
    GATEWAY_BASE_URL: settings.GATEWAY_BASE_URL ?? sandbox?.url ?? '',
    RATES_URL: settings.RATES_URL ?? (sandbox ? `${sandbox.url}/rates` : ''),
  }
}

/** Parses the whole environment and reports all mistakes together. */
export function readSettings(env: Record<string, string | undefined> = process.env) {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(settings, { error: validationMessage })
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  problems.push(...unsafeSettings(settings, SANDBOX_SECRETS))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return shape(parsed.data)
}

const secret = (name: SecretName) => z.string().default(SANDBOX_SECRETS[name])

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  SERVICE_TYPE: z.enum(ROLE_NAMES, { error: `must be one of ${ROLE_NAMES.join(', ')}` }).optional(),
  PORT: withDefault(integer(0, 65_535), '3000'),
  HOST: z.string().optional(),
  SANDBOX_PORT: withDefault(integer(0, 65_535), '4010'),
  SANDBOX_SMTP_PORT: withDefault(integer(0, 65_535), '0'),
  DATA_DIR: z.string().default('.data'),
  API_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9_-]+)+$/, 'must look like /api/v1')
    .default('/api/v1'),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  CORS_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
      error: 'must be origins such as https://app.example.com, separated by commas',
    }),
  TRUST_PROXY: withDefault(trustProxy, 'false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  OTEL_SERVICE_NAME: z.string().default('harkara'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(ratio, '1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),

  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL_SIZE: withDefault(integer(2, 200), '20'),
  DATABASE_PREPARED_STATEMENTS: withDefault(flag, 'true'),
  DATABASE_WAIT_SECONDS: withDefault(integer(0, 86_400), '60'),
  MIGRATE_ON_START: withDefault(flag, 'true'),
  ALLOW_PLAIN_CONNECTIONS: z
    .string()
    .default('')
    .transform(splitNames)
    .pipe(z.array(z.enum(CONNECTION_SETTINGS, { error: `must be among ${CONNECTION_SETTINGS.join(', ')}` }))),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  S3_ENDPOINT: url(['http:', 'https:']).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  CLAMD_URL: url(['tcp:', 'unix:']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().default('Harkara <no-reply@harkara.test>'),
  SUPPORT_EMAIL: z.string().default('support@harkara.test'),
  RATES_URL: url(['http:', 'https:']).optional(),
  PROVIDER_BASE_URL: url(['http:', 'https:']).optional(),
  PROVIDER_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must look like v18.0')
    .default('v18.0'),
  GATEWAY_BASE_URL: url(['http:', 'https:']).optional(),

  JWT_SECRET: secret('JWT_SECRET').pipe(jwtSecret),
  JWT_SECRET_PREVIOUS: jwtSecret.optional(),
  ENCRYPTION_KEYS: secret('ENCRYPTION_KEYS').pipe(encryptionKeys),
  BLIND_INDEX_KEY: secret('BLIND_INDEX_KEY').pipe(keys32),
  PROVIDER_TOKEN: secret('PROVIDER_TOKEN'),
  PROVIDER_APP_SECRET: secret('PROVIDER_APP_SECRET'),
  PROVIDER_VERIFY_TOKEN: secret('PROVIDER_VERIFY_TOKEN'),
  PROVIDER_PHONE_NUMBER_ID: secret('PROVIDER_PHONE_NUMBER_ID'),
  PROVIDER_WABA_ID: secret('PROVIDER_WABA_ID'),
  PROVIDER_APP_ID: secret('PROVIDER_APP_ID'),
  GATEWAY_KEY_ID: secret('GATEWAY_KEY_ID'),
  GATEWAY_KEY_SECRET: secret('GATEWAY_KEY_SECRET'),
  GATEWAY_WEBHOOK_SECRET: secret('GATEWAY_WEBHOOK_SECRET'),
  GATEWAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  SANDBOX_SECRET: secret('SANDBOX_SECRET'),
  SANDBOX_DEMO_DATA: withDefault(flag, 'true'),
  SANDBOX_DEMO_MONTH: withDefault(flag, 'true'),

  /** For tests: the point where this process ends as if by kill -9. */
  CRASH_AT: z.enum(CRASH_POINTS).optional(),

  ACCESS_TOKEN_TTL_SECONDS: withDefault(integer(60, 86_400), '900'),
  REFRESH_TOKEN_TTL_SECONDS: withDefault(integer(300, 31_536_000), '2592000'),
  SESSION_SECONDS_MAX: withDefault(integer(300, 31_536_000), '7776000'),
  OTP_CODES_PER_HOUR: withDefault(integer(1, 1_000_000_000), '10'),
  AUTH_CALLS_PER_MINUTE: withDefault(integer(1, 1_000_000_000), '120'),
  API_REQUESTS_PER_MINUTE: withDefault(integer(1, 1_000_000_000), '6000'),
  UPLOADS_PER_MINUTE: withDefault(integer(1, 1_000_000_000), '60'),
  ACTIVE_IMPORTS_PER_VENDOR: withDefault(integer(1, 1_000_000_000), '20'),
  IMPORT_REVIEW_DAYS: withDefault(integer(1, 365), '7'),
  IMPORT_RETENTION_DAYS: withDefault(integer(0, 365), '7'),
  CLOSED_VENDOR_RETENTION_DAYS: withDefault(integer(1, 3_650), '30'),
  /** The body of a webhook that took effect, and of one that did not and may be replayed. */
  WEBHOOK_BODY_DAYS: withDefault(integer(8, 3_650), '30'),
  WEBHOOK_UNSETTLED_BODY_DAYS: withDefault(integer(8, 3_650), '365'),
  /** Longer than the provider repeats a callback. */
  WEBHOOK_STATUS_DAYS: withDefault(integer(8, 3_650), '90'),
  PROVIDER_EVENT_DAYS: withDefault(integer(8, 3_650), '365'),
  DEAD_LETTER_DAYS: withDefault(integer(8, 3_650), '365'),
  LOW_BALANCE_THRESHOLD_PAISE: withDefault(integer(0, 1_000_000_000), '20000'),
  PASSWORD_MEMORY_KIB: withDefault(integer(8, 1_048_576), String(PASSWORD_MEMORY_KIB)),
  /** By default outside sandbox mode. */
  OPERATOR_MFA_REQUIRED: flag.optional(),
  /** By default outside sandbox mode. */
  OPERATOR_CONFIRMATION_REQUIRED: flag.optional(),
  APPROVAL_THRESHOLD_INR_PAISE: withDefault(integer(0, 100_000_000_000), '5000000'),
  /** By default ten times the threshold outside sandbox mode, and no limit in it. */
  APPROVAL_TOTAL_INR_PAISE: integer(0, 1_000_000_000_000).optional(),
  WEBHOOK_LOCK_TTL_SECONDS: withDefault(integer(1, 600), '30'),
  EXCHANGE_RATE_CACHE_TTL_SECONDS: withDefault(integer(1, 86_400), '3600'),
  GRACE_WINDOW_DAYS: withDefault(integer(1, 60), '4'),
  GRACE_EXTENSION_DAYS: withDefault(integer(0, 60), '3'),
  FIRST_MONTH_SUB_REFUND_WINDOW_DAYS: withDefault(integer(0, 31), '3'),
  RECHARGE_GST_PERCENT: withDefault(integer(0, 28), '0'),
  DISPATCH_RATE_PER_SECOND: withDefault(integer(1, 1_000_000), '50'),
  SENDING_LEASE_SECONDS: withDefault(integer(1, 600), '30'),
  QUEUE_LEASE_SECONDS: withDefault(integer(1, 15), '10'),
  IDLE_POLL_MS: withDefault(integer(20, 5_000), '400'),
  CAMPAIGN_HOLD_MIN: withDefault(integer(1, 1_000_000), '200'),
  CAMPAIGN_HOLD_PERCENT: withDefault(integer(1, 100), '50'),

  STOP_WORDS: withDefault(words, STOP_WORDS),
  START_WORDS: withDefault(words, START_WORDS),

  SUPPLIER_NAME: z.string().default('Harkara Messaging Private Limited'),
  SUPPLIER_ADDRESS: z.string().default('1 Sandbox Road, Mumbai 400001, Maharashtra'),
  SUPPLIER_GSTIN: gstin.default('27AAPFU0939F1ZV'),
  SUPPLIER_STATE_CODE: z
    .string()
    .refine((code) => code in GST_STATES, { error: 'must be a state code such as 27' })
    .optional(),
  /** A number has at most 16 characters; year and counter take eleven. */
  INVOICE_PREFIX: seriesPrefix.default('HRK'),
  CREDIT_NOTE_PREFIX: seriesPrefix.default('HRKCN'),
  INVOICE_YEAR_START_MONTH: withDefault(integer(1, 12), '1'),
})

export type SettingName = keyof typeof Environment.shape
export const SETTING_NAMES = Object.keys(Environment.shape) as SettingName[]

function shape(env: z.output<typeof Environment>) {
  const missingS3 = (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => !env[name])
  const problems = env.S3_ENDPOINT ? missingS3.map((name) => `${name}: must be set together with S3_ENDPOINT`) : []
  if (env.INVOICE_PREFIX === env.CREDIT_NOTE_PREFIX)
    problems.push('CREDIT_NOTE_PREFIX: must differ from INVOICE_PREFIX: credit notes have their own number series')
  if ([...env.START_WORDS].some((word) => env.STOP_WORDS.has(word)))
    problems.push('START_WORDS: must not be among STOP_WORDS')
  if (env.SUPPLIER_STATE_CODE && env.SUPPLIER_STATE_CODE !== stateCodeOf(env.SUPPLIER_GSTIN))
    problems.push('SUPPLIER_STATE_CODE: must be the state code that SUPPLIER_GSTIN starts with')
  if (problems.length > 0) throw new ConfigError(problems)
  const sandbox = EXTERNAL_SERVICE_URLS.some((name) => !env[name])
  return {
    ...env,
    production: env.NODE_ENV === 'production',
    /** Development listens on the loopback interface only; in production the network decides who can connect. */
    HOST: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(env.DATA_DIR),
    SUPPLIER_STATE_CODE: env.SUPPLIER_STATE_CODE ?? stateCodeOf(env.SUPPLIER_GSTIN),
    /** The first signs, all of them verify. */
    jwtSecrets: [env.JWT_SECRET, ...[env.JWT_SECRET_PREVIOUS ?? []].flat()] as [string, ...string[]],
    /** In the order in which they were added; see platform/crypto/blind-index.ts. */
    blindIndexKeys: splitKeys(env.BLIND_INDEX_KEY).map((key) => Buffer.from(key, 'base64')),
    roles: env.SERVICE_TYPE ? [env.SERVICE_TYPE] : [...ROLE_NAMES],
    /** At least one outside service is the sandbox, so the seeded accounts exist and the clock can be moved. */
    sandbox,
    OPERATOR_MFA_REQUIRED: env.OPERATOR_MFA_REQUIRED ?? !sandbox,
    OPERATOR_CONFIRMATION_REQUIRED: env.OPERATOR_CONFIRMATION_REQUIRED ?? !sandbox,
    APPROVAL_TOTAL_INR_PAISE:
      env.APPROVAL_TOTAL_INR_PAISE ?? (sandbox ? undefined : env.APPROVAL_THRESHOLD_INR_PAISE * 10),
  }
}
