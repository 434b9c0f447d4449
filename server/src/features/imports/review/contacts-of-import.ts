import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Incoming } from '../../contacts/bulk/upsert-contacts.ts'
import { assertNotPurged, assertStatus, getImport } from '../lifecycle/find-import.ts'
import { incomingOfJob } from '../staging/staging.sql.ts'
import { assertStaged } from './preview/preview.ts'

/** All contacts in the file of a finished import, including those that existed before. */
export async function selectContactsOfImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  vendorId: VendorId,
  jobId: string,
): Promise<Incoming> {
  const job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'COMPLETED', 'PARTIAL_SUCCESS')
  assertNotPurged(job)
  await assertStaged(deps, vendorId, jobId)
  return incomingOfJob(vendorId, jobId)
}
