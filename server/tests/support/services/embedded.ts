import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { claimDataDir } from '../../../src/embedded/data-dir.ts'
import { sendSignal } from '../../../src/embedded/postgres/end-server.ts'
import { type PostgresOptions, startPostgres } from '../../../src/embedded/postgres/postgres.ts'
import { readPostmasterFile } from '../../../src/embedded/postgres/postmaster-file.ts'
import { listProcesses } from '../../../src/embedded/process/process-table.ts'

const cleanups: (() => Promise<unknown> | unknown)[] = []

/** Undoes everything below in reverse order. For `afterEach`. */
export async function cleanUp(): Promise<void> {
  while (cleanups.length > 0) await cleanups.pop()?.()
}

/** A directory that the server's user can enter even when the tests run as root; `mkdtemp` creates private ones. */
export async function makeTempDir(name = 'plain', mode = 0o755): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `harkara embedded ${name} `))
  removeAtEnd(dir)
  await chmod(dir, mode)
  return dir
}

/** Removes the path after everything that runs in it has stopped. */
export function removeAtEnd(path: string): void {
  cleanups.unshift(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
}

/** Claims the directory and starts PostgreSQL in this process. */
export async function begin(dataDir: string, options: PostgresOptions = {}) {
  const owned = await claimDataDir(dataDir)
  assert(owned.kind === 'owner', `${dataDir} is in use`)
  cleanups.push(() => owned.release())
  try {
    const postgres = await startPostgres(owned, { isDurable: false, ...options })
    cleanups.push(() => postgres.stop())
    const end = async () => {
      await postgres.stop()
      await owned.release()
    }
    return { ...postgres, end }
  } catch (error) {
    await owned.release()
    throw error
  }
}

/** Claims the directory and starts PostgreSQL in another process, which runs until it is killed. */
export async function beginElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawnStarter(dataDir)
  return { child, url: await firstLine(child) }
}

/** The first line of its output is the URL, or the reason why there is none. */
export function spawnStarter(dataDir: string, limits = ''): ChildProcess {
  const script = `
    import { claimDataDir } from ${JSON.stringify(import.meta.resolve('../../../dist/embedded/data-dir.js'))}
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('../../../dist/embedded/postgres/postgres.js'))}
    process.on('SIGINT', () => {})
    const started = await startPostgres(await claimDataDir(process.argv[1])).catch((error) => ({ url: error.message }))
    console.log(started.url)
  `
  const args = ['--input-type=module', '--eval', script, dataDir]
  const child = spawn('/bin/sh', ['-c', `${limits} exec "$@"`, 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  cleanups.push(async () => {
    child.kill('SIGKILL')
    await killDatabase(dataDir)
  })
  return child
}

export async function firstLine(child: ChildProcess): Promise<string> {
  return (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'))[0]
}

/** Kills the child and waits for its exit. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Kills (-9) every process of the database, like a crash of the machine. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir)
  if (pid === undefined) return
  const server = (await listProcesses()).find((listed) => listed.pid === pid)
  const name = / cluster_name=(\S+) /.exec(server?.command ?? '')?.[1]
  if (!name) return
  for (const { pid, command } of await listProcesses()) if (command.includes(name)) sendSignal(pid, 'SIGKILL')
}

export async function serverPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres')))?.pid
}

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = await openClient(url)
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** A connection whose loss the test ignores. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** initdb and the server. Sessions of the server have another title. */
export async function processesOn(dataDir: string) {
  return (await listProcesses()).filter(
    ({ command }) => /\/(postgres|initdb) .*/.test(command) && command.includes(dataDir),
  )
}

export async function isAlive(pid: number | undefined): Promise<boolean> {
  return (await listProcesses()).some((listed) => listed.pid === pid && listed.command !== '')
}

/** `cp` makes root the owner, but the server must own its cluster. */
export async function giveLike(model: string, path: string): Promise<void> {
  const { uid, gid } = await stat(model)
  for (const name of ['', ...(await readdir(path, { recursive: true }))]) await chown(join(path, name), uid, gid)
}
