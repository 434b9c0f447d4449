import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a running server writes about itself into its cluster. */
interface PostmasterFile {
  pid: number
  isReady: boolean
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const lines = (await readFile(postmasterFile(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  // The pid is negative in single-user mode, which we do not use.
  return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
}

export const removePostmasterFile = (cluster: string) => rm(postmasterFile(cluster), { force: true })

const postmasterFile = (cluster: string) => join(cluster, 'postmaster.pid')
