import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Api } from './api/client.ts'
import type { Context } from './context.ts'
import { EXIT, Failure } from './failure.ts'
import { jobPath } from './jobs.ts'

const KINDS = ['errors', 'warnings'] as const
type Kind = (typeof KINDS)[number]

export type SavedReports = Partial<Record<Kind, string>>

/** Saves the non-empty reports as `<name>.errors.csv` and `<name>.warnings.csv`, and returns their paths. */
export async function saveReports(
  { api, terminal }: Pick<Context, 'api' | 'terminal'>,
  jobId: string,
  { dir, name, counts }: { dir: string; name: string; counts: Readonly<Record<Kind, number>> },
): Promise<SavedReports> {
  const saved: SavedReports = {}
  for (const kind of KINDS.filter((kind) => counts[kind] > 0)) {
    const path = await saveReport(api, jobPath(jobId, `reports/${kind}`), join(dir, `${name}.${kind}`))
    terminal.note(`Saved the ${kind === 'errors' ? 'failed rows' : 'warnings'} to ${path}`)
    saved[kind] = path
  }
  return saved
}

const SAME_NAME_MAX = 1_000

/** Never overwrites files: later reports of the same name get a number. Only the owner can read them. */
async function saveReport(api: Api, source: string, stem: string): Promise<string> {
  await mkdir(join(stem, '..'), { recursive: true })
  for (let copy = 1; copy <= SAME_NAME_MAX; copy++) {
    const path = `${stem}${copy === 1 ? '' : `-${copy}`}.csv`
    try {
      await download(api, source, path)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Failure(EXIT.failed, `Too many reports named ${stem} already exist. Delete some of them.`)
}

async function download(api: Api, source: string, path: string) {
  await api.call({ method: 'GET', path: source, isLong: true }, async ({ body }) => {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    try {
      await pipeline(Readable.fromWeb(body as ReadableStream), file)
    } catch (error) {
      const isOurs = (error as NodeJS.ErrnoException).code !== 'EEXIST'
      if (isOurs) await rm(path, { force: true })
      throw error
    }
  })
}
