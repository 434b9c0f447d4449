import type { Config } from '../config/config.ts'

/** Data must not be executed, framed or sniffed. Pages replace the policy by their own. */
export const DATA_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** For the server's own pages, which have no scripts. */
export const PLAIN_PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Headers of every answer. Outside sandbox mode browsers use HTTPS from then on; a sandbox runs on plain HTTP, where
 * other programs of the same machine would be affected.
 */
export const securityHeaders = ({ sandbox }: Pick<Config, 'sandbox'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'no-referrer',
  ...(!sandbox && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
