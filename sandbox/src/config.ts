import { z } from 'zod'

/**
 * The settings of the sandbox, read once at start. The defaults are for a standalone sandbox; a product that starts the
 * sandbox passes its own secrets, so that both sign and verify with the same ones.
 */
export type Config = z.output<typeof Settings>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  throw new ConfigError(['The sandbox cannot start. Invalid settings:', ...new Set(lines)].join('\n'))
}

const PORT = 'must be a port number from 0 (any free port) to 65535'
const port = (preset: string) =>
  z.string().regex(/^\d+$/, PORT).transform(Number).pipe(z.int().max(65_535, PORT)).prefault(preset)

const secret = (preset: string) => z.string().default(preset)
const name = (preset: string) => z.string().regex(/^\S+$/, 'must not contain spaces').default(preset)

/** A base URL without a trailing slash, so that paths can be appended. */
export const BaseUrl = z
  .string('must be an http(s) URL without credentials, query or fragment')
  .max(2_000, 'must be shorter than 2,000 characters')
  .refine(isBaseUrl, 'must be an http(s) URL without credentials, query or fragment')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''))

function isBaseUrl(text: string) {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
}

const Settings = z
  .object({
    HOST: name('127.0.0.1'),
    SANDBOX_PORT: port('4010'),
    SANDBOX_SMTP_PORT: port('0'),
    SANDBOX_SECRET: secret('sandbox-secret-for-local-use'),
    PRODUCT_URL: BaseUrl.optional(),
    PROVIDER_TOKEN: name('sandbox-provider-token'),
    PROVIDER_APP_SECRET: secret('sandbox-provider-app-secret'),
    PROVIDER_VERIFY_TOKEN: secret('sandbox-provider-verify-token'),
    PROVIDER_PHONE_NUMBER_ID: name('106540352242922'),
    PROVIDER_WABA_ID: name('102290129340398'),
    GATEWAY_KEY_ID: name('rzp_test_sandboxharkara'),
    GATEWAY_KEY_SECRET: secret('sandbox-gateway-key-secret'),
    GATEWAY_WEBHOOK_SECRET: secret('sandbox-gateway-webhook-secret'),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.SANDBOX_PORT,
    smtpPort: env.SANDBOX_SMTP_PORT,
    secret: env.SANDBOX_SECRET,
    productUrl: env.PRODUCT_URL,
    provider: {
      token: env.PROVIDER_TOKEN,
      appSecret: env.PROVIDER_APP_SECRET,
      verifyToken: env.PROVIDER_VERIFY_TOKEN,
      phoneNumberId: env.PROVIDER_PHONE_NUMBER_ID,
      wabaId: env.PROVIDER_WABA_ID,
    },
    gateway: {
      keyId: env.GATEWAY_KEY_ID,
      keySecret: env.GATEWAY_KEY_SECRET,
      webhookSecret: env.GATEWAY_WEBHOOK_SECRET,
    },
  }))
