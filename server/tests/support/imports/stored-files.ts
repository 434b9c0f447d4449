import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../../../src/ports/file-store.ts'

export const MB = 1024 * 1024

export async function* inChunks(content: Buffer, size = 4096) {
  for (let from = 0; from < content.byteLength; from += size) yield content.subarray(from, from + size)
}

export async function read(store: FileStore, key: string, range?: { start: number; end?: number }): Promise<Buffer> {
  const chunks = []
  for await (const chunk of await store.get(key, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** For comparing large contents: a failing test would otherwise print megabytes. */
export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** The paths of all files below a folder. */
export async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(dir.length + 1))
}
