import { createHash } from 'node:crypto'
import type { VendorId } from '../../../domain/ids.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { openDetails, openHead, openMapping } from '../encrypted-columns.ts'
import type { JobRow } from '../sql.ts'
import * as sql from './plan.sql.ts'

/**
 * Identifies what the import will do to every contact. New contacts follow from the file, its options, the strategy,
 * the countries of the file and of the vendor, and the repairs; existing ones are covered by the digest of their results. So a plan is known
 * without reading a million rows, and changes if and only if one of these does. Undefined while the preview is being
 * computed.
 */
export function planHashOf(cipher: FieldCipher, job: JobRow): string | undefined {
  if (job.resolved_strategy === null || job.resolved_strategy !== job.merge_strategy || !job.mapping_cipher)
    return undefined
  const { sheet = null, headerRow = 1 } = openHead(cipher, job.head_cipher as Buffer)
  const plan = [
    job.file_hash.toString('hex'),
    sheet,
    headerRow,
    openMapping(cipher, job.mapping_cipher),
    openDetails(cipher, job.details_cipher).listName ?? null,
    job.default_country,
    job.labels,
    job.merge_strategy,
    job.majority_country,
    String(job.repairs_digest),
    job.summary?.resultDigest ?? '0',
    // Only where it is stored, so that the plans of imports from before stay as they were.
    ...(job.vendor_country === null ? [] : [job.vendor_country]),
  ]
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex')
}

/** Remembers which version of the review had this plan, to count later what has changed since. */
export async function recordPlan(tx: Tx, cipher: FieldCipher, vendorId: VendorId, job: JobRow) {
  const planHash = planHashOf(cipher, job)
  if (planHash) await sql.savePlan(tx, vendorId, job.id, Buffer.from(planHash, 'hex'), job.review_version)
}

/** Throws unless the import would still do what this plan says. */
export async function assertPlan(db: Db, cipher: FieldCipher, vendorId: VendorId, job: JobRow, planHash: string) {
  const current = planHashOf(cipher, job) ?? ''
  if (current === planHash) return
  throw new AppError('PLAN_CHANGED', {
    detail: 'The result has changed since your review. Check the preview again.',
    members: { changedContacts: await countChanged(db, vendorId, job, planHash), planHash: current },
  })
}

/** All contacts if the plan is unknown; at least one, because contacts that are left out are not counted. */
async function countChanged(db: Db, vendorId: VendorId, job: JobRow, planHash: string) {
  const version = await sql.findPlanVersion(db, vendorId, job.id, Buffer.from(planHash, 'hex'))
  if (version === undefined) return job.summary?.items ?? 0
  return Math.max(1, await sql.countChangedSince(db, vendorId, job.id, version))
}
