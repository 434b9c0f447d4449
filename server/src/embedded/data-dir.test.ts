import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataDir } from './data-dir.ts'
import { StartFailure, withStartFailures } from './start-failure.ts'

const IS_ROOT = process.geteuid?.() === 0
const NOBODY = 65_534

let dir: string
const claimants: Claimant[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'harkara data-dir ü '))
})

afterEach(async () => {
  for (const { child } of claimants.splice(0)) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

test('of racing starts exactly one becomes the owner, and one again after each kill -9', async () => {
  const racers = await Promise.all(Array.from({ length: 6 }, () => startClaimant(dir)))
  while (racers.length > 0) {
    const answers = await Promise.all(racers.map((racer) => racer.claim()))
    expect(answers.filter((answer) => answer === 'owner')).toHaveLength(1)
    const [winner] = racers.splice(answers.indexOf('owner'), 1)
    await winner?.kill()
  }
})

test('a living owner keeps its data directory', async () => {
  const owner = await startClaimant(dir)
  await owner.claim()
  expect(await claimDataDir(dir)).toMatchObject({ kind: 'occupied', pid: owner.child.pid })
})

test('a process with the pid of a dead owner is not taken for it', async () => {
  await claimDataDir(dir)
  await editOwner(1, { startedAt: '1' })
  expect((await claimDataDir(dir)).kind).toBe('owner')
})

test.runIf(process.platform === 'linux')('a killed owner that has not been reaped counts as dead', async () => {
  const claimant = [process.execPath, ...claimantArgs(dir)].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const shell = spawn('/bin/sh', ['-c', `${claimant.join(' ')} <&3 & exec sleep 60`], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  const lines = createInterface({ input: shell.stdout as NodeJS.ReadableStream })
  await once(lines, 'line')
  ;(shell.stdio[3] as NodeJS.WritableStream).write('claim\n')
  await once(lines, 'line')
  const { pid } = JSON.parse(await readFile(join(dir, 'owner', '1.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0]).toBe('Z')
  expect((await claimDataDir(dir)).kind).toBe('owner')
  shell.kill('SIGKILL')
})

test('an owner in another container is alive while its heart beats', { timeout: 30_000 }, async () => {
  const owner = await startClaimant(dir)
  await owner.claim()
  await editOwner(1, { world: 'another container' })
  expect(await claimDataDir(dir)).toMatchObject({ kind: 'occupied' })
  await owner.kill()
  expect(await claimDataDir(dir)).toMatchObject({ kind: 'owner' })
})

test('a released data directory can be claimed while the former owner lives on', async () => {
  const first = await claimDataDir(dir)
  expect((await claimDataDir(dir)).kind).toBe('occupied')
  if (first.kind === 'owner') await first.release()
  expect((await claimDataDir(dir)).kind).toBe('owner')
})

test('a second start waits for what the owner publishes', async () => {
  const owner = await claimDataDir(dir)
  const second = await claimDataDir(dir)
  if (owner.kind !== 'owner' || second.kind !== 'occupied') throw new Error('unexpected')
  expect(second.info).toBeUndefined()
  const waiting = second.published()
  await owner.publish({ databaseUrl: 'postgres://somewhere', sandboxUrl: 'http://sandbox' })
  expect(await waiting).toEqual({ databaseUrl: 'postgres://somewhere', sandboxUrl: 'http://sandbox' })
  expect(await claimDataDir(dir)).toMatchObject({ info: { sandboxUrl: 'http://sandbox' } })
})

test('waiting for an owner that dies ends with a sentence', async () => {
  const owner = await startClaimant(dir)
  await owner.claim()
  const second = await claimDataDir(dir)
  const waiting = second.kind === 'occupied' ? second.published() : Promise.resolve()
  const refusal = expect(waiting).rejects.toThrow(/^Process \d+ exited while starting on .*: start again\.$/)
  await owner.kill()
  await refusal
})

test('what the owner publishes is for its user only', async () => {
  const owner = await claimDataDir(dir)
  if (owner.kind === 'owner') await owner.publish({ databaseUrl: 'postgres://secret' })
  expect((await stat(join(dir, 'owner', '1.json'))).mode & 0o777).toBe(0o600)
})

test('old owners are forgotten, so that the directory does not grow with every start', async () => {
  for (let start = 0; start < 15; start++) {
    const owner = await claimDataDir(dir)
    if (owner.kind === 'owner') await owner.release()
  }
  await expect(stat(join(dir, 'owner', '5.json'))).rejects.toThrow('ENOENT')
  await stat(join(dir, 'owner', '15.json'))
})

test('a file in place of the data directory is named in one line', async () => {
  await writeFile(join(dir, 'file'), '')
  for (const path of [join(dir, 'file'), join(dir, 'file', 'below')]) {
    const failure = await claimDataDir(path).catch((error) => error)
    expect(failure).toBeInstanceOf(StartFailure)
    expect(failure.message).toBe(
      `The data directory ${path} cannot be created because a file is in its place: remove the file, or set DATA_DIR to another directory.`,
    )
  }
})

test('a data directory that may not be written is named in one line', async () => {
  await chmod(dir, 0o555)
  if (IS_ROOT) process.seteuid?.(NOBODY)
  const failure = await claimDataDir(dir).catch((error) => error)
  if (IS_ROOT) process.seteuid?.(0)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(failure.message).toMatch(
    /^The data directory .* is not accessible to this user \(EACCES.*set DATA_DIR to another/,
  )
})

test.each([
  ['EROFS', 'read-only file system'],
  ['ENOSPC', 'There is no space left'],
  ['EIO', 'cannot be used (EIO)'],
])('%s becomes a sentence', async (code, words) => {
  const fault = Object.assign(new Error(code), { code, syscall: 'open' })
  const failure = await withStartFailures('/data', () => Promise.reject(fault)).catch((error) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  expect(failure.message).toContain(words)
})

interface Claimant {
  child: ChildProcess
  claim(): Promise<string>
  kill(): Promise<void>
}

/** Starts a process that claims the directory on request and reports the result. */
async function startClaimant(path: string): Promise<Claimant> {
  const child = spawn(process.execPath, claimantArgs(path), { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  await nextLine(lines)
  const claimant: Claimant = {
    child,
    claim: () => {
      const answer = nextLine(lines)
      child.stdin.write('claim\n')
      return answer
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  claimants.push(claimant)
  return claimant
}

const nextLine = async (lines: Interface): Promise<string> => (await once(lines, 'line'))[0]

function claimantArgs(path: string): string[] {
  const script = `
    import { createInterface } from 'node:readline'
    import { claimDataDir } from ${JSON.stringify(import.meta.resolve('../../dist/embedded/data-dir.js'))}
    console.log('ready')
    for await (const _ of createInterface({ input: process.stdin })) console.log((await claimDataDir(process.argv[1])).kind)
  `
  return ['--input-type=module', '--eval', script, path]
}

async function editOwner(number: number, changes: object): Promise<void> {
  const path = join(dir, 'owner', `${number}.json`)
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...changes }))
}
