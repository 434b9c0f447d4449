import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { Hostile } from '../tables/hostile-workbooks.ts'
import type { ImportProcess } from './import-process.ts'
import { statusOf, upload } from './imports.ts'

const AT_ONCE = 6
const ENDS_WITHIN_MS = 50_000

/** Uploads all of them. Each must be refused at upload, end in a state with a reason, or be harmless. */
export async function endAll(product: ImportProcess, files: Iterable<Hostile>) {
  const ends = new Map<string, number>()
  const queue = files[Symbol.iterator]()
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const end = await endOf(product, next.value)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return Object.fromEntries([...ends].sort())
}

async function endOf({ client, token }: ImportProcess, { what, isRefused, file }: Hostile): Promise<string> {
  const fileName = what.startsWith('csv') ? 'contacts.csv' : 'contacts.xlsx'
  const fields = { allowDuplicateFile: 'true' }
  const answer = await upload(client, file, { token, fileName, type: 'application/octet-stream', fields })
  if (answer.status === 409) return 'DUPLICATE_FILE'
  if (answer.status !== 202) {
    expect([400, 415], `${what}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
    return answer.body.code
  }
  const status = await eventually(async () => {
    const now = await statusOf(client, token, answer.body.jobId)
    expect(now.terminal || now.needsAction, `${what} is still ${now.status}`).toBe(true)
    return now
  }, ENDS_WITHIN_MS)
  if (status.terminal) {
    expect(['FAILED', 'QUARANTINED'], what).toContain(status.status)
    expect(status.failureReason, what).toMatch(/^[A-Z].*\.$/)
    expect(status.failureReason, what).not.toMatch(/internal error/)
    return status.status
  }
  expect(isRefused, `${what} was read as if it were harmless`).toBe(false)
  await client.post(`/contacts/import/${answer.body.jobId}/cancel`, undefined, { token })
  return status.status
}
