import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { createBullQueue } from '../../src/adapters/queue/bullmq.ts'
import { claimDataDir } from '../../src/embedded/data-dir.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { onServer, withDatabase } from './database/database-server.ts'
import { bundlePrograms } from './processes/bundles.ts'
import { makeTempDir } from './services/temp-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    templateName: string
    hasBundles: boolean
  }
}

/**
 * Starts one PostgreSQL for the run (embedded, or the one of TEST_DATABASE_URL) with one migrated template database.
 * Each test file clones its own database from it.
 */
export async function setup(project: TestProject) {
  buildSources()
  await bundlePrograms()
  const named = process.env['TEST_DATABASE_URL']
  const server = named ? { url: named, stop: async () => {} } : await startEmbedded()
  if (!named) await makeSignInCheap(server.url)
  const templateName = `harkara_template_${randomUUID().slice(0, 8)}`
  await onServer(server.url, `create database ${templateName}`)
  await makeTables(withDatabase(server.url, templateName))
  project.provide('serverUrl', server.url)
  project.provide('hasBundles', true)
  project.provide('templateName', templateName)
  return async () => {
    await onServer(server.url, `drop database if exists ${templateName} with (force)`)
    await server.stop()
  }
}

/**
 * Every product opens about twenty connections. With the server's default, each would cost both sides 4,096 hash
 * iterations.
 */
async function makeSignInCheap(url: string) {
  const { username, password } = new URL(url)
  await onServer(url, `set scram_iterations = 1; alter role ${username} password '${password}'`)
}

/** The tables of the product and of its queue, which would otherwise be created at each start. */
async function makeTables(url: string) {
  await migrate(url)
  const queue = await createBullQueue({
    engine: { kind: 'postgres', url },
    onError: (error) => {
      throw error
    },
  })
  await queue.close()
}

/**
 * For tests that start the product as a process, and for its child processes and threads. The build is incremental, so
 * it is fast when nothing changed. Types have a check of their own.
 */
function buildSources() {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  for (const step of [['node_modules/typescript/bin/tsc', '-b', '--noCheck'], ['scripts/bundle-reader.mjs']])
    execFileSync(process.execPath, step, { cwd: root, stdio: 'inherit' })
}

async function startEmbedded() {
  const dir = await makeTempDir('tests')
  const claim = await claimDataDir(dir)
  if (claim.kind !== 'owner') throw new Error('a new directory has no owner')
  const postgres = await startPostgres(claim, { isDurable: false })
  const stop = async () => {
    await postgres.stop()
    await claim.release()
    await rm(dir, { recursive: true, force: true })
  }
  // On a signal vitest exits without a teardown; the server must not outlive it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  return { url: postgres.url, stop }
}
