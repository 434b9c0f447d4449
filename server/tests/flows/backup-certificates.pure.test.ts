import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { newTempDir } from '../support/services/temp-dir.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The file of certificate authorities that the script gives to PostgreSQL's programs. */
async function rootCertificates(script: string, env: Record<string, string>) {
  const [programs, backup] = [await newTempDir('programs'), await newTempDir('backup')]
  for (const name of ['pg_dump', 'psql'])
    await writeFile(join(programs, name), '#!/bin/sh\necho "[$PGSSLROOTCERT]" >&2\nexit 1\n', { mode: 0o755 })
  await writeFile(join(backup, 'database.dump'), '')
  await writeFile(join(backup, 'SHA256SUMS'), `${sha256('')}  database.dump\n`)
  const path = fileURLToPath(new URL(`../../../deploy/backup/${script}`, import.meta.url))
  const PATH = `${programs}:${process.env['PATH']}`
  const errors = await new Promise<string>((resolve) => {
    execFile(path, [backup], { env: { PATH, HOME: backup, ...env } }, (_error, _output, text) => resolve(text))
  })
  return /\[(.*)\]/.exec(errors)?.[1]
}

describe.each(['backup.sh', 'restore.sh'])('%s', (script) => {
  const DATABASE_URL = 'postgres://db.example/harkara?sslmode=verify-full'

  test('verifies the server of the database by the authorities of the system, as the product does, or by given ones', async () => {
    const ofSystem = await rootCertificates(script, { DATABASE_URL })
    await expect(access(ofSystem ?? '')).resolves.toBeUndefined()
    expect(await rootCertificates(script, { DATABASE_URL, PGSSLROOTCERT: '/own.pem' })).toBe('/own.pem')
  })

  test('asks for no certificate where the address does not', async () => {
    expect(await rootCertificates(script, { DATABASE_URL: 'postgres://db.example/harkara' })).toBe('')
  })
})
