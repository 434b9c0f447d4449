import pg from 'pg'

/**
 * Whether a connection to this address is encrypted and the server's certificate verified, as the driver reads it. It
 * does not read an address whose files are missing; a connection is then refused, not plain.
 */
export function verifiesServer(url: string): boolean {
  try {
    return isVerified(new pg.Client({ connectionString: url }).ssl)
  } catch {
    return true
  }
}

/** The driver's types name only the boolean. */
const isVerified = (ssl: boolean | { rejectUnauthorized?: boolean }) =>
  ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false)
