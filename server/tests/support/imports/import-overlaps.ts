import { sql } from 'kysely'
import { expect } from 'vitest'
import { addressBook, numbersFrom } from '../contacts/contacts.ts'
import { newVendor, type TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { csv, statusOf } from './imports.ts'
import { byHand } from './imports-by-hand.ts'

const WORKERS = 8
const SHARED = 90
const OWN = 10
const CHUNK_ROWS = 50
const newNumber = numbersFrom(50_000_000)

/**
 * Eight workers save eight files concurrently. Nine of ten numbers are the same in each, in different orders. No chunk
 * may fail, not even once, and each number must become one contact with the labels of all files.
 */
export async function saveOverlapping(product: TestProduct, random: SeededRandom) {
  const owner = await newVendor(product)
  const hand = byHand(product, owner, CHUNK_ROWS)
  const shared = Array.from({ length: SHARED }, newNumber)
  const jobs: string[] = []
  for (let worker = 0; worker < WORKERS; worker++) {
    const numbers = shuffled([...shared, ...Array.from({ length: OWN }, newNumber)], random)
    jobs.push(await hand.toReview(csv(['Phone', 'Tags'], ...numbers.map((number) => [`+${number}`, `of ${worker}`]))))
  }
  for (const answer of await Promise.all(jobs.map(hand.confirm))) expect(answer.status).toBe(202)
  await Promise.all(jobs.map((jobId) => hand.persistAll(jobId, (chunks) => shuffled(chunks, random))))

  const ended = await Promise.all(jobs.map((jobId) => statusOf(product, owner.token, jobId)))
  for (const { status, result } of ended) {
    expect(status).toBe('COMPLETED')
    expect(result.created + result.updated + result.merged + result.skipped).toBe(SHARED + OWN)
  }
  expect(ended.reduce((sum, { result }) => sum + result.created, 0)).toBe(SHARED + WORKERS * OWN)
  const book = await addressBook(product, owner)
  expect(book).toHaveLength(SHARED + WORKERS * OWN)
  for (const { mobile, labels } of book) expect(labels).toHaveLength(shared.includes(mobile) ? WORKERS : 1)
  expect(await deadlocksIn(product)).toBe(0)
}

/** Includes deadlocks whose retry succeeded. */
async function deadlocksIn({ deps }: TestProduct) {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(deps.db)
  return rows[0]?.deadlocks
}

function shuffled<T>(items: T[], random: SeededRandom): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[items[i], items[other]] = [items[other] as T, items[i] as T]
  }
  return items
}
