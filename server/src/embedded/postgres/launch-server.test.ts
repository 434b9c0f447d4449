import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, isAlive, makeTempDir } from '../../../tests/support/services/embedded.ts'
import { launchServer, PortTaken } from './launch-server.ts'

afterEach(cleanUp)

test('a start that is aborted while the server comes up leaves no server', async () => {
  const dir = await makeTempDir()
  const abort = new AbortController()
  const launching = launch(dir, `echo $$ > '${dir}/pid'; exec sleep 60`, abort.signal)
  const refusal = expect(launching).rejects.toMatchObject({ name: 'AbortError' })
  const pid = async () => Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => ''))
  await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0)
  abort.abort()
  await refusal
  expect(await isAlive(await pid())).toBe(false)
})

test('a port that was taken at the last moment is distinguished from other failures', async () => {
  const complaint = 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'
  await expect(launch(await makeTempDir(), `echo '${complaint}' >&2; exit 1`)).rejects.toBeInstanceOf(PortTaken)
})

test('only what this start wrote to the log is looked at', async () => {
  const dir = await makeTempDir()
  await writeFile(join(dir, 'log'), 'FATAL:  an old story\n')
  await expect(launch(dir, `echo 'FATAL:  the new one' >&2; exit 1`)).rejects.toThrow(
    `PostgreSQL did not start (the new one): see ${join(dir, 'log')} for the cause.`,
  )
})

test('a program that cannot be run is a failure with a reason', async () => {
  const dir = await makeTempDir()
  await expect(
    launchServer({ ...launchOptions(dir), postgres: join(dir, 'nothing'), signal: undefined }),
  ).rejects.toThrow(/^PostgreSQL did not start \(spawn .*nothing ENOENT\)/)
})

/** Launches a shell script instead of the server. */
async function launch(dir: string, script: string, signal?: AbortSignal) {
  await writeFile(join(dir, 'server'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return launchServer({ ...launchOptions(dir), signal })
}

const launchOptions = (dir: string) => ({
  postgres: join(dir, 'server'),
  cluster: dir,
  settings: {},
  user: undefined,
  logFile: join(dir, 'log'),
})
