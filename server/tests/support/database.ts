import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** A migrated database of this test file's own, dropped when the file ends. Call it in `beforeAll` or at file level. */
export async function createTestDatabase(): Promise<string> {
  const serverUrl = inject('serverUrl')
  const name = `harkara_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${inject('templateName')}`)
  afterAll(() => onServer(serverUrl, `drop database if exists ${name} with (force)`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
