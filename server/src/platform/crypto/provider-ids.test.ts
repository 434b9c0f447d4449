import { beforeAll, expect, test } from 'vitest'
import { openTestPools } from '../../../tests/support/database/open-database.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { type Db, inTransaction } from '../db/db.ts'
import { newId } from '../ids.ts'
import { randomKey } from './aead.ts'
import { createKeyring } from './keyring.ts'
import { providerIdsOf } from './provider-ids.ts'

let db: Db
const keyring = createKeyring([{ id: 'test', bytes: randomKey() }])
beforeAll(async () => {
  ;[db] = await openTestPools(4)
  await inTransaction(db, (tx) => keyring.create(tx, PLATFORM))
})

const ID = 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgSMEM0QjA2NzE5RTdEMkM3MDlBAA=='

/** As processes of the release before report themselves. */
async function givenOldProcess() {
  const id = newId()
  const process = { roles: ['WORKER'], host: 'one', version: '0.1.0', settings: '{}', clock_ahead_ms: 0 }
  await db
    .insertInto('running_process')
    .values({ id, ...process, started_at: new Date() })
    .execute()
  return { end: () => db.deleteFrom('running_process').where('id', '=', id).execute() }
}

test('message ids are stored as the release before finds and shows them until its last process has ended', async () => {
  const old = await givenOldProcess()
  const beside = await providerIdsOf({ keyring }, db)
  expect(beside.seal(ID)).toBe(ID)
  const [stored, other] = beside.forms(ID)
  expect(stored).toBe(ID)
  expect(beside.open(other)).toBe(ID)
  expect(beside.forms(other)).toEqual([ID, other])
  await old.end()
  const alone = await providerIdsOf({ keyring }, db)
  expect(alone.seal(ID)).toBe(other)
  expect(alone.forms(ID)).toEqual([other, ID])
})
