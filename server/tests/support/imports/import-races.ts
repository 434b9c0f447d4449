import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { undoImportJob } from '../../../src/features/imports/lifecycle/undo.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { keepImports, restoreImport } from './import-snapshots.ts'
import { csv, statusOf } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

const JITTER_MS_MAX = 50
const ROWS = 6
let next = 0

const inReview = new WeakMap<Owner, string>()

/** The owner's import in review. After a race it is restored to that state, which is faster than a new import. */
async function importInReview(product: TestProduct, owner: Owner) {
  const known = inReview.get(owner)
  if (known !== undefined) {
    await restoreImport(product, known)
    return known
  }
  const jobId = await byHand(product, owner, 2).toReview(newFile(ROWS))
  await keepImports(product, jobId)
  inReview.set(owner, jobId)
  return jobId
}

/** Runs a confirmation, a cancellation and the workers concurrently, with random delays. */
export async function raceConfirmAndCancel(product: TestProduct, owner: Owner, random: SeededRandom) {
  const hand = byHand(product, owner, 2)
  const jobId = await importInReview(product, owner)
  const later = async <T>(work: () => Promise<T>) => {
    await sleep(random.below(JITTER_MS_MAX + 1))
    return work()
  }
  const cancel = () => product.post(`/contacts/import/${jobId}/cancel`, undefined, { token: owner.token })
  const [confirmed, cancelled] = await Promise.all([
    later(() => hand.confirm(jobId)),
    later(async () => {
      const answer = await cancel()
      return { answer, seen: answer.status === 201 ? await contactsOf(product, jobId) : 0 }
    }),
    later(() => hand.persistAll(jobId)),
  ])
  await hand.persistAll(jobId)

  const status = await statusOf(product, owner.token, jobId)
  const contacts = await contactsOf(product, jobId)
  if (cancelled.answer.status === 201) {
    expect(status.status, `status of import ${jobId}`).toBe('CANCELLED')
    expect(contacts, `contacts of import ${jobId} after its cancellation`).toBe(cancelled.seen)
    if (confirmed.status === 202) {
      expect(contacts, `contacts of import ${jobId}`).toBe(status.result.created)
      await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId })
      expect((await statusOf(product, owner.token, jobId)).undo, `undo of import ${jobId}`).toEqual({
        state: 'DONE',
        restored: 0,
        removed: contacts,
        kept: 0,
      })
      expect(await contactsOf(product, jobId), `contacts of import ${jobId}, taken back`).toBe(0)
    } else {
      expect(confirmed).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'CANCELLED' } })
      expect(contacts, `contacts of import ${jobId}, never confirmed`).toBe(0)
    }
  } else {
    expect(confirmed.status).toBe(202)
    expect(cancelled.answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'COMPLETED' } })
    expect(status.status, `status of import ${jobId}`).toBe('COMPLETED')
    expect(contacts, `contacts of import ${jobId}`).toBe(ROWS)
  }
  return cancelled.answer.status === 409 ? 'imported' : confirmed.status === 202 ? 'stopped' : 'cancelled'
}

/** One confirmation must succeed and the others fail, and contacts must be written once. */
export async function raceConfirmations(product: TestProduct, owner: Owner, confirmations: number) {
  const hand = byHand(product, owner, 2)
  const jobId = await hand.toReview(newFile(3))
  const answers = await Promise.all(Array.from({ length: confirmations }, () => hand.confirm(jobId)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
  for (const { status, body } of answers.filter(({ status }) => status !== 202))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  await Promise.all([hand.persistAll(jobId), hand.persistAll(jobId)])
  expect(await statusOf(product, owner.token, jobId)).toMatchObject({
    status: 'COMPLETED',
    result: { created: 3, updated: 0, merged: 0, skipped: 0 },
  })
}

const newFile = (rows: number) =>
  csv(['Phone'], ...Array.from({ length: rows }, () => [`98${String(70_000_000 + next++)}`]))

const contactsOf = async ({ deps }: TestProduct, jobId: string) => {
  const { rows } = await raw<{ count: number }>`
    select count(distinct c.id)::int as count from contact_audit a
      join contact c on c.vendor_id = a.vendor_id and c.id = a.contact_id where a.job_id = ${jobId}`.execute(deps.db)
  return rows[0]?.count
}
