import { PASSWORD_MEMORY_KIB } from '../crypto/passwords.ts'
import { plainConnectionProblems } from '../plain-connections.ts'
import { secretProblems } from './secret-strength.ts'

type Environment = Record<string, string | undefined>

/** If all of these are set, the sandbox does not run. */
export const EXTERNAL_SERVICE_URLS = ['PROVIDER_BASE_URL', 'GATEWAY_BASE_URL', 'SMTP_URL', 'RATES_URL'] as const

/**
 * What must not be so in production, by the values as they are set. A process that uses real services only, without
 * saying what it is for, may be one in production: its secrets are checked too.
 */
export function unsafeSettings(settings: Environment, sandboxSecrets: Record<string, string>): string[] {
  if (settings['NODE_ENV'] === 'production')
    return [...productionProblems(settings), ...ownSecretProblems(settings, sandboxSecrets)]
  if (settings['NODE_ENV'] || !EXTERNAL_SERVICE_URLS.every((name) => settings[name])) return []
  const problems = ownSecretProblems(settings, sandboxSecrets)
  return problems.length === 0 ? [] : [UNKNOWN_PURPOSE, ...problems]
}

const UNKNOWN_PURPOSE =
  'NODE_ENV: is not set while all outside services are, so secrets must be fit for production; set it to production, ' +
  'or to development or test to use those of the sandbox'

/** Services that the sandbox replaces, and texts that name somebody else. */
function productionProblems(settings: Environment): string[] {
  const parts = ['DATABASE_URL', ...EXTERNAL_SERVICE_URLS]
  const ownWords = ['PUBLIC_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'SUPPLIER_NAME', 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN']
  return [
    ...(settings['CRASH_AT'] ? ['CRASH_AT: is for tests and must not be set in production'] : []),
    ...(Number(settings['PASSWORD_MEMORY_KIB'] || PASSWORD_MEMORY_KIB) < PASSWORD_MEMORY_KIB
      ? [`PASSWORD_MEMORY_KIB: must be at least ${PASSWORD_MEMORY_KIB} in production`]
      : []),
    ...plainConnectionProblems(settings),
    ...[...parts, ...ownWords].filter((name) => !settings[name]).map((name) => `${name}: must be set in production`),
  ]
}

function ownSecretProblems(settings: Environment, sandboxSecrets: Record<string, string>): string[] {
  const secrets = Object.keys(sandboxSecrets).filter((name) => name !== 'SANDBOX_SECRET')
  return [
    ...secrets.filter((name) => !settings[name]).map((name) => `${name}: must be set to your own value in production`),
    ...secretProblems(settings, Object.values(sandboxSecrets)),
  ]
}
