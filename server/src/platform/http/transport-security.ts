import type { Config } from '../config.ts'

/**
 * Headers of every answer: browsers use HTTPS from then on. A sandbox runs on plain HTTP, where other programs of the
 * same machine would be affected.
 */
export const transportSecurity = ({ sandbox }: Pick<Config, 'sandbox'>): Readonly<Record<string, string>> =>
  sandbox ? {} : { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
