import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from './start-failure.ts'

/**
 * The owners of a data directory, one numbered file each; the highest number is the current owner. Numbers only
 * increase, and a file appears atomically with its content, so exactly one of several racing processes gets the next
 * number. A dead owner's file is never removed first, which would let two processes replace it.
 */
const OwnerRecord = z.object({
  pid: z.int(),
  startedAt: z.string(),
  world: z.string(),
  /** The owner has given the directory up although its process still runs. */
  isReleased: z.boolean(),
  info: z.record(z.string(), z.string()).optional(),
})

export type OwnerRecord = z.infer<typeof OwnerRecord>

export interface OwnerFile {
  number: number
  path: string
  /** Undefined when the file is damaged. Only a power failure can do that, so no owner is running. */
  record: OwnerRecord | undefined
}

/**
 * A process that was delayed while this many others owned the directory could find its number free again; it detects
 * that right afterwards.
 */
const OWNERS_KEPT = 10

export async function latestOwner(dir: string): Promise<OwnerFile | undefined> {
  const number = Math.max(0, ...(await ownerNumbers(dir)))
  if (number === 0) return undefined
  const path = join(dir, `${number}.json`)
  return { number, path, record: await readRecord(path) }
}

/** Takes the given number. Returns undefined when another process was faster. */
export async function addOwner(dir: string, number: number, record: OwnerRecord): Promise<OwnerFile | undefined> {
  const path = join(dir, `${number}.json`)
  await makeOwnersDirectory(dir)
  const draft = await writeDraft(dir, record)
  try {
    await link(draft, path)
  } catch (error) {
    // ENOENT: the winner has removed our temporary file.
    if (hasCode(error, 'EEXIST', 'ENOENT')) return undefined
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  if (Math.max(...(await ownerNumbers(dir))) > number) {
    await rm(path, { force: true })
    return undefined
  }
  await sweep(dir, number)
  return { number, path, record }
}

/** Only the owner rewrites its file. Readers see either the old or the new content. */
export async function rewriteOwner(dir: string, file: OwnerFile, record: OwnerRecord): Promise<void> {
  await rename(await writeDraft(dir, record), file.path)
}

async function makeOwnersDirectory(dir: string): Promise<void> {
  await mkdir(dir, 0o700).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}

async function writeDraft(dir: string, record: OwnerRecord): Promise<string> {
  const draft = join(dir, `${randomUUID()}.draft`)
  await writeFile(draft, JSON.stringify(record), { mode: 0o600, flag: 'wx' })
  return draft
}

async function ownerNumbers(dir: string): Promise<number[]> {
  try {
    return (await readdir(dir)).filter((name) => /^\d+\.json$/.test(name)).map((name) => Number.parseInt(name, 10))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function readRecord(path: string): Promise<OwnerRecord | undefined> {
  try {
    return OwnerRecord.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function sweep(dir: string, current: number): Promise<void> {
  for (const name of await readdir(dir)) {
    const isOld = Number.parseInt(name, 10) <= current - OWNERS_KEPT
    if (name.endsWith('.draft') || (name.endsWith('.json') && isOld)) await rm(join(dir, name), { force: true })
  }
}
