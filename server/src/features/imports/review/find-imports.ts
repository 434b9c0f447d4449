import type { VendorId } from '../../../domain/ids.ts'
import { IMPORTS_SEARCHED_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { openDetails } from '../encrypted-columns.ts'
import * as sql from '../sql.ts'

/** The newest imports with this text in the name of their file. Names are encrypted, so the newest jobs are read. */
export async function findImportsByName(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  text: string,
  limit: number,
) {
  const jobs = await sql.listNewestDetails(deps.db, vendorId, IMPORTS_SEARCHED_MAX)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const wanted = text.toLowerCase()
  return jobs
    .map(({ id, details_cipher, created_at }) => ({
      jobId: id,
      fileName: openDetails(cipher, details_cipher).fileName,
      createdAt: created_at.toISOString(),
    }))
    .filter(({ fileName }) => fileName.toLowerCase().includes(wanted))
    .slice(0, limit)
}
