import { sql as raw } from 'kysely'
import type { TestProduct } from '../product.ts'

/** What is staged of an import, without random ids and ciphertexts. */
export async function stagedRowsOf({ deps: { db } }: TestProduct, jobId: string) {
  const contacts = await raw`
    select place, mobile_hash, country_code, country_source, filled_keys, labels, warnings, folded_keys, folded_labels,
           action, contact_id, name_changed, labels_added
      from staged_contact where job_id = ${jobId} order by place`.execute(db)
  const duplicates = await raw`
    select place, first_place from staged_duplicate where job_id = ${jobId} order by place`.execute(db)
  const failures = await raw`
    select row_index, reason from staged_failure where job_id = ${jobId} order by row_index`.execute(db)
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from staged_marks where job_id = ${jobId}`.execute(db)
  return { contacts: contacts.rows, duplicates: duplicates.rows, failures: failures.rows, flags: rows[0]?.count }
}
