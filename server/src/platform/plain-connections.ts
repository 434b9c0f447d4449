import { verifiesServer } from './db/verifies-server.ts'

/** Settings that are addresses of services, with names, numbers, texts, passwords or tokens on the way to each. */
export const CONNECTION_SETTINGS = [
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'CLAMD_URL',
  'SMTP_URL',
  'PROVIDER_BASE_URL',
  'GATEWAY_BASE_URL',
  'RATES_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const
type ConnectionSetting = (typeof CONNECTION_SETTINGS)[number]

/** What makes the connection of each kind of address a protected one. */
const CURES: Readonly<Record<string, string>> = {
  'postgres:': 'add sslmode=verify-full',
  'postgresql:': 'add sslmode=verify-full',
  'redis:': 'use rediss://',
  'smtp:': 'use smtps://, or add requireTLS=true',
  'smtps:': 'leave out tls.rejectUnauthorized',
  'tcp:': 'ClamAV has no TLS',
  'http:': 'use https://',
}

/** The addresses that lead to another machine without TLS, or without verifying whose it is. */
export const plainConnections = (settings: Record<string, unknown>): ConnectionSetting[] =>
  CONNECTION_SETTINGS.filter((name) => isPlain(String(settings[name] ?? '')))

/** In production a plain connection must be named in ALLOW_PLAIN_CONNECTIONS. */
export function plainConnectionProblems(settings: Record<string, string | undefined>): string[] {
  const allowed = splitNames(settings['ALLOW_PLAIN_CONNECTIONS'] ?? '')
  return plainConnections(settings)
    .filter((name) => !allowed.includes(name))
    .map((name) => {
      const { protocol } = new URL(settings[name] as string)
      return `${name}: is not encrypted (${CURES[protocol]}); on a private network add it to ALLOW_PLAIN_CONNECTIONS`
    })
}

export const splitNames = (text: string) => text.split(',').flatMap((name) => name.trim() || [])

function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  if (!(protocol in CURES) || isThisMachine(host)) return false
  if (protocol.startsWith('smtp')) return isPlainMail(protocol, searchParams)
  return !protocol.startsWith('postgres') || !verifiesServer(address)
}

/** The mailer takes options of its transport and of TLS from the address. */
function isPlainMail(protocol: string, options: URLSearchParams): boolean {
  if ((options.get('tls.rejectUnauthorized') ?? 'true') !== 'true') return true
  return protocol === 'smtp:' && options.get('requireTLS') !== 'true'
}

/** A socket of the file system, or the loopback interface. */
const isThisMachine = (host: string) =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?|%2f.*)$/i.test(host)
