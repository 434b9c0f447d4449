import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    templateName: string
  }
}

/** One PostgreSQL for the run and one migrated template; each test file clones its own database from it. */
export async function setup(project: TestProject) {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const templateName = `harkara_template_${randomUUID().slice(0, 8)}`
  await onServer(serverUrl, `create database ${templateName}`)
  await migrate(databaseUrl(serverUrl, templateName))
  project.provide('serverUrl', serverUrl)
  project.provide('templateName', templateName)
  return async () => {
    await onServer(serverUrl, `drop database if exists ${templateName} with (force)`)
  }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function databaseUrl(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
