import { normalizeEmail } from '../../../domain/accounts/email.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'

const EMAIL = 'account.email'

/** The key under which an address is found; the address itself is never stored in plain text. */
export const hashEmail = (deps: Pick<Deps, 'blindIndex'>, email: string) =>
  deps.blindIndex.of('email', PLATFORM, normalizeEmail(email))

export async function sealEmail(deps: Pick<Deps, 'keyring'>, db: Db, email: string) {
  const cipher = await deps.keyring.of(db, PLATFORM)
  return cipher.seal(EMAIL, normalizeEmail(email))
}

export async function openEmail(deps: Pick<Deps, 'keyring'>, db: Db, sealed: Buffer) {
  const cipher = await deps.keyring.of(db, PLATFORM)
  return cipher.open(EMAIL, sealed)
}
