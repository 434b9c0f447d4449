import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { undoImportJob } from '../../../src/features/imports/lifecycle/undo.ts'
import { violatedUnique } from '../../../src/platform/db/db.ts'
import { RetryLater } from '../../../src/ports/queue.ts'
import { addressBook } from '../contacts/contacts.ts'
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

/** The column that each row's second number is in. */
const OTHER = { columns: { Other: { field: 'phone' } } }

/**
 * Runs two mappings, a confirmation, a cancellation and the workers concurrently, with random delays. Afterwards the
 * contacts are all of one mapping and complete, or the import is cancelled.
 */
export async function raceMappings(product: TestProduct, owner: Owner, random: SeededRandom) {
  const hand = byHand(product, owner, 2)
  const jobId = await hand.toReview(
    csv(
      ['Phone', 'Other'],
      ...Array.from({ length: 5 }, () => [`98${71_000_000 + next++}`, `97${71_000_000 + next++}`]),
    ),
    { fields: { mapping: JSON.stringify({ columns: { Phone: { field: 'phone' } } }) } },
  )
  const post = (path: string, body?: unknown) =>
    product.post(`/contacts/import/${jobId}/${path}`, body, { token: owner.token })
  const work = async () => {
    await hand.processAgain(jobId)
    await hand.processAll(jobId)
    await hand.resolve(jobId)
    await hand.persistAll(jobId)
  }
  const later = async <T>(run: () => Promise<T>) => {
    await sleep(random.below(JITTER_MS_MAX + 1))
    return run()
  }
  const wantsCancel = random.below(3) === 0
  const [mapped, mappedAgain, confirmed, cancelled] = await Promise.all([
    later(() => post('mapping', OTHER)),
    later(() => post('mapping', OTHER)),
    later(() => post('confirm')),
    wantsCancel ? later(() => post('cancel')) : undefined,
    later(() => work().catch(ignoreDoubleWork)),
    later(() => work().catch(ignoreDoubleWork)),
  ])
  for (const { status, body } of [mapped, mappedAgain, confirmed])
    if (status !== 202) expect({ status, body }).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  await work()
  const { status, stats, result } = await statusOf(product, owner.token, jobId)
  const mobiles = (await addressBook(product, owner)).map(({ mobile }: { mobile: string }) => mobile)
  const isRemapped = mapped.status === 202 || mappedAgain.status === 202
  const of = (prefix: string) => mobiles.filter((mobile) => mobile.startsWith(prefix)).length
  await deleteContacts(product, owner)

  if (cancelled?.status === 201) {
    expect(status).toBe('CANCELLED')
    if (confirmed.status !== 202) expect(mobiles).toEqual([])
    else expect(mobiles).toHaveLength(result.created)
  } else {
    expect(stats, `import ${jobId}`).toMatchObject({ totalRows: 5, validRows: 5, valid: 5 })
    expect(status).toBe(confirmed.status === 202 ? 'COMPLETED' : 'PENDING_REVIEW')
    expect([of('9198'), of('9197')]).toEqual(confirmed.status !== 202 ? [0, 0] : isRemapped ? [0, 5] : [5, 0])
  }
  // Contacts of two mappings never mix.
  expect(of('9198') * of('9197')).toBe(0)
  return `${isRemapped ? 'mapped' : 'kept'} ${status}`
}

/** Two workers may stage the same chunk or compute the same preview; the queue would repeat what one of them fails. */
function ignoreDoubleWork(error: unknown) {
  if (violatedUnique(error) === undefined && !(error instanceof RetryLater)) throw error
}

const deleteContacts = ({ deps }: TestProduct, { vendorId }: Owner) =>
  raw`with gone as (delete from contact_audit where vendor_id = ${vendorId})
      delete from contact where vendor_id = ${vendorId}`.execute(deps.db)

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
