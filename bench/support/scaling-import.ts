import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '../../server/src/features/auth/accounts/accounts.ts'
import { openSession, sessionDeps } from '../../server/src/features/auth/sessions/sessions.ts'
import { createVendor } from '../../server/src/features/vendors/create.ts'
import { inTransaction } from '../../server/src/platform/db/db.ts'
import type { Deps } from '../../server/src/platform/deps.ts'
import { contactRows, csvFile } from './contact-file.ts'

const POLL_MS = 100
let runs = 0

/** A vendor whose administrator is signed in. */
export async function signedInVendor(deps: Deps): Promise<string> {
  const now = deps.clock.now()
  const account = { email: `bench-${randomUUID()}@harkara.test`, passwordHash: 'none' }
  const { accessToken } = await inTransaction(deps.db, async (tx) => {
    const administrator = await createAccount(tx, deps, account, now)
    await createVendor(tx, deps, { companyName: 'Bench', administrator }, now)
    return openSession(tx, sessionDeps(deps), administrator, undefined, now)
  })
  return accessToken
}

/** Imports a file from upload to its end through the API. */
export async function importFile(api: string, token: string, rows: number): Promise<void> {
  const form = new FormData()
  const file = csvFile(contactRows(rows, ++runs))
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'contacts.csv')
  const call = async (method: string, path: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    const response = await fetch(`${api}/api/v1/contacts/import${path}`, { method, headers, body: body ?? null })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { jobId: string; status: string; terminal: boolean }
  }
  const { jobId } = await call('POST', '', form)
  const until = async (...wanted: string[]) => {
    for (;;) {
      const { status, terminal } = await call('GET', `/${jobId}/status`)
      if (wanted.includes(status)) return
      if (terminal) throw new Error(`the import ended as ${status}`)
      await sleep(POLL_MS)
    }
  }
  await until('PENDING_REVIEW')
  await call('POST', `/${jobId}/confirm`)
  await until('COMPLETED', 'PARTIAL_SUCCESS')
}
