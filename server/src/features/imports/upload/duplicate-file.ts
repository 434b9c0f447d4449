import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import * as sql from '../sql.ts'

/**
 * Rejects a file that the vendor has uploaded before, compared by the hash of its bytes. With `isAllowed` it is
 * rejected only if an earlier import of it is still running or was quarantined.
 */
export async function assertNotDuplicateFile(tx: Tx, vendorId: VendorId, sha256: Buffer, isAllowed: boolean) {
  const [earlier] = (await sql.importsOfFile(tx, vendorId, sha256)).filter(
    ({ endedAt, status }) => !isAllowed || endedAt === null || status === 'QUARANTINED',
  )
  if (earlier)
    throw new AppError('DUPLICATE_FILE', {
      detail: 'This file was uploaded before. See the import in existingJobId.',
      members: { existingJobId: earlier.id },
    })
}
