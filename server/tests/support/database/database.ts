import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { atEnd } from '../cleanup.ts'
import { onServer, withDatabase } from './database-server.ts'

/** A migrated database for this test file, dropped at its end. */
export const createTestDatabase = () => create(`template ${inject('templateName')} strategy file_copy`)

/** A database without tables. */
export const createEmptyDatabase = () => create('')

async function create(options: string): Promise<string> {
  const serverUrl = inject('serverUrl')
  const name = `harkara_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} ${options}`)
  // Tests kill processes but never the server, so commits need not wait for the disk.
  await onServer(serverUrl, `alter database ${name} set synchronous_commit = off`)
  atEnd(() => onServer(serverUrl, `drop database if exists ${name} with (force)`))
  return withDatabase(serverUrl, name)
}
