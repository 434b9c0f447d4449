import { isContextPassword } from '../../../domain/accounts/context-words.ts'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { companyNameOf, membershipOf } from '../../vendors/members.ts'
import { CONTEXT_PASSWORD } from '../schema.ts'

/**
 * Refuses a password that is the name of the person or company. Call it only for somebody who has proved who they are:
 * the refusal tells the company's name to whoever guesses it.
 */
export async function assertNotOwnWords(
  db: Db,
  { email, vendorId }: { email: string; vendorId: VendorId | undefined },
  password: string,
  field: 'password' | 'newPassword',
) {
  const names = [email, ...(vendorId ? [await companyNameOf(db, vendorId)] : [])]
  if (!isContextPassword(password, names)) return
  throw new AppError('VALIDATION_FAILED', {
    detail: `${field}: ${CONTEXT_PASSWORD}`,
    errors: [{ path: field, message: CONTEXT_PASSWORD }],
  })
}

export const vendorOf = async (db: Db, accountId: AccountId) => (await membershipOf(db, accountId))?.vendorId
