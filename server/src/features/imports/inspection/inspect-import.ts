import { quotedName } from '../../../domain/accounts/quoted-name.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inspectNumbers, looksGenerated } from '../../../domain/imports/sequential-numbers.ts'
import { FLAGGED_IMPORT_MAILS_PER_DAY_MAX, INSPECTED_CONTACTS_MAX } from '../../../domain/limits.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { mailLayout, sendMail } from '../../../platform/mail.ts'
import { codecFor } from '../../contacts/codec.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { readProfile } from '../../vendors/profile.ts'
import { mailFlaggedImport } from '../jobs.ts'
import * as sql from './inspection.sql.ts'

const BATCH_CONTACTS = 1_000

/**
 * Runs after an import has ended, apart from it: a list of generated numbers is a sign of spam, which costs all vendors
 * the quality of the shared sending number. Nothing is refused, because only a person can judge it. Rows that have been
 * deleted meanwhile are not inspected.
 */
export async function inspectImport(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const inspection = inspectNumbers(await readNumbers(deps, vendorId, jobId))
  if (!looksGenerated(inspection)) return
  const flaggedAt = deps.clock.now()
  const flag = { id: newId<'flagged-import'>(), jobId, ...inspection, flaggedAt }
  await inTransaction(deps.db, async (tx) => {
    if (await sql.insertFlag(tx, vendorId, flag))
      await addToOutbox(tx, vendorId, mailFlaggedImport, { jobId }, flaggedAt)
  })
}

async function readNumbers(deps: Deps, vendorId: VendorId, jobId: string) {
  const codec = await codecFor(deps, deps.db, vendorId)
  const mobiles: string[] = []
  for (let after = -1n; mobiles.length < INSPECTED_CONTACTS_MAX; ) {
    const rows = await sql.nextStagedProfiles(deps.db, vendorId, jobId, after, BATCH_CONTACTS)
    for (const { profileCipher } of rows) mobiles.push(codec.open(profileCipher).mobile)
    if (rows.length < BATCH_CONTACTS) break
    after = rows.at(-1)?.slot ?? after
  }
  return mobiles
}

/** The mail contains counts and ids, and nothing about contacts. */
export async function mailAboutFlag(deps: Deps, vendorId: VendorId, { jobId }: { jobId: string }) {
  const flag = await sql.findFlag(deps.db, vendorId, jobId)
  if (!flag) return
  const key = `flagged-import-mails:${vendorId}`
  const { granted } = await deps.rateLimiter.take(key, FLAGGED_IMPORT_MAILS_PER_DAY_MAX, DAY_MS)
  if (granted === 0) return // listed all the same
  const { companyName } = await readProfile(deps, deps.db, vendorId)
  const content = mailLayout({
    subject: 'Review an import with sequential phone numbers',
    paragraphs: [
      `${flag.sequentialContacts} of ${flag.contacts} numbers in an import of ${quotedName(companyName)} are nearly consecutive, which is typical of generated lists.`,
      'The import was not stopped. Check what the vendor sends, and whether it has the consent of its recipients.',
      `Vendor: ${vendorId}`,
      `Import: ${jobId}`,
    ],
    button: { label: 'Open the vendor', url: `${deps.publicUrl()}/admin/vendors/${vendorId}` },
  })
  await sendMail(deps, { messageId: `flagged-import-${jobId}`, to: deps.config.SUPPORT_EMAIL, ...content })
}
