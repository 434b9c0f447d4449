import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Options } from './arguments.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, usage } from './failure.ts'
import { multipart, type Part } from './multipart.ts'
import { presetIdOf } from './presets.ts'
import { uploadProgress } from './text/progress.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.vcf': 'text/vcard',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** The limit of the API, checked here before the upload. */
const FILE_BYTES_MAX = 52_428_800

/** Smaller files upload too fast for a progress bar. */
const SHOWN_FROM_BYTES = 1_000_000

export interface Source {
  name: string
  blob: Blob
}

/** Opens the file without reading it; it is streamed from disk. */
export async function openSource(path: string): Promise<Source> {
  const type = TYPES[extname(path).toLowerCase()]
  const { size, isFile } = await sizeOf(path)
  if (!isFile) throw usage(`${path} is not a file.`)
  if (!type) throw usage(`${path} is not a .csv, .xlsx, .ods or .vcf file.`)
  if (size === 0) throw usage(`${path} is empty.`)
  if (size > FILE_BYTES_MAX)
    throw usage(`${path} is larger than 50 MB (52,428,800 bytes). Split it into smaller files.`)
  return { name: basename(path), blob: await openAsBlob(path, { type }) }
}

async function sizeOf(path: string) {
  try {
    const found = await stat(path)
    return { size: found.size, isFile: found.isFile() }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw usage(isMissing ? `The file ${path} does not exist.` : `${path} cannot be read: ${(error as Error).message}.`)
  }
}

/**
 * Uploads the file. All attempts of one run share an idempotency key, so an interrupted connection does not import the
 * file twice. A later run has a new key, and the API rejects the same file as a duplicate.
 */
export async function uploadSource(context: Context, source: Source): Promise<string> {
  const { api, terminal, options } = context
  const { size } = source.blob
  const presetId = options.preset === undefined ? undefined : await presetIdOf(api, options.preset)
  const show = (sentBytes: number) => {
    if (size >= SHOWN_FROM_BYTES) terminal.show(uploadProgress(sentBytes, size))
  }
  const parts = partsOf(source, options, presetId)
  const body = (end: AbortSignal) => {
    const { content, type } = multipart(parts)
    return { content: counting(content, show, end), type }
  }
  const idempotencyKey = randomUUID()
  try {
    const request = { method: 'POST', path: '/contacts/import', body, idempotencyKey, isLong: true } as const
    return (await api.json<{ jobId: string }>(request)).jobId
  } catch (error) {
    if ((error as Error).name !== 'NotReadableError') throw error
    throw new Failure(EXIT.failed, `${source.name} was changed during the upload. Try again.`)
  }
}

/** Counts the uploaded bytes. Stops reading when the server rejects the file early. */
async function* counting(content: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void, end: AbortSignal) {
  let bytes = 0
  for await (const chunk of content) {
    if (end.aborted) return
    bytes += chunk.byteLength
    onBytes(bytes)
    yield chunk
  }
}

/** The options as form fields. Options that were not given are left to the server. */
function partsOf({ name, blob }: Source, options: Options, presetId: string | undefined): Part[] {
  const { strategy, confirmFullReplace, defaultCountry, labels, list, autoMap, allowDuplicate } = options
  const { columns, sheet, headerRow } = options
  // What was not given is left out of the JSON.
  const mapping =
    (columns ?? presetId ?? sheet ?? headerRow !== undefined)
      ? JSON.stringify({ columns, presetId, sheet, headerRow })
      : undefined
  const fields: Record<string, string | undefined> = {
    mergeStrategy: strategy || undefined,
    confirmFullReplace: confirmFullReplace ? 'true' : undefined,
    defaultCountry,
    labels: labels.length > 0 ? JSON.stringify(labels) : undefined,
    listName: list,
    mapping,
    autoMap: autoMap ? undefined : 'false',
    allowDuplicateFile: allowDuplicate ? 'true' : undefined,
  }
  const given = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : { name: field, value }))
  return [...given, { name: 'file', value: { blob, fileName: name } }]
}
