import type { VendorId } from '../../../domain/ids.ts'
import { decryptFile } from '../../../platform/crypto/file-cipher.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { openFileKey } from '../encrypted-columns.ts'
import { readFile } from '../jobs.ts'
import { failImport } from '../lifecycle/fail.ts'
import * as sql from '../sql.ts'

/** No part of a file is parsed before the scanner reports it clean. */
export async function scanImport(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.transitionJob(tx, vendorId, jobId, ['UPLOADED'], ['SCANNING'], now))
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.status !== 'SCANNING') return
  const verdict = await deps.scanner.scan(() => decryptContent(deps, vendorId, job))
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!verdict.clean) {
      const failure_reason = `The file was not accepted: ${verdict.threat}.`
      await sql.transitionJob(tx, vendorId, jobId, ['SCANNING'], ['QUARANTINED'], at, { failure_reason })
    } else if ((await sql.lockJob(tx, vendorId, jobId))?.status === 'SCANNING')
      await addToOutbox(tx, vendorId, readFile, { jobId, revision: job.revision }, at)
  })
}

/** Runs after the last attempt: a file without a verdict must not be opened. */
export const failScan = (deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) =>
  failImport(deps, vendorId, { id: jobId }, 'The file could not be scanned for viruses. Try again later.')

/** The decrypted file from its first byte. */
export async function* decryptContent(
  deps: Pick<Deps, 'db' | 'files' | 'keyring'>,
  vendorId: VendorId,
  job: sql.JobRow,
) {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  yield* decryptFile(openFileKey(cipher, job.file_key_cipher), await deps.files.get(job.storage_key))
}
