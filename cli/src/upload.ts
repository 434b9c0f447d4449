import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Options } from './arguments.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, usage } from './failure.ts'
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
  const presetId = await presetIdOf(context)
  const show = (sentBytes: number) => {
    if (size >= SHOWN_FROM_BYTES) terminal.show(uploadProgress(sentBytes, size))
  }
  const body = (end: AbortSignal) => {
    const form = new Response(formOf(source, options, presetId))
    const type = form.headers.get('content-type') ?? ''
    return { content: counting(form.body as ReadableStream<Uint8Array>, show, end), type }
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
function counting(stream: ReadableStream<Uint8Array>, onBytes: (bytes: number) => void, end: AbortSignal) {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      // The abort reaches the pipe a moment later than the signal; no progress is shown after it.
      if (!end.aborted) onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  // Cancelled while it reads, a form throws where nobody can catch it (Node.js 24). Nobody reads on, so it stops.
  return stream.pipeThrough(counter, { signal: end, preventCancel: true })
}

/** The options as form fields. Options that were not given are left to the server. */
function formOf({ name, blob }: Source, options: Options, presetId: string | undefined): FormData {
  const form = new FormData()
  if (options.strategy) form.set('mergeStrategy', options.strategy)
  if (options.confirmFullReplace) form.set('confirmFullReplace', 'true')
  if (options.defaultCountry !== undefined) form.set('defaultCountry', options.defaultCountry)
  if (options.labels.length > 0) form.set('labels', JSON.stringify(options.labels))
  if (options.list !== undefined) form.set('listName', options.list)
  const { columns, sheet, headerRow } = options
  // What was not given is left out of the JSON.
  if (columns ?? presetId ?? sheet ?? headerRow !== undefined)
    form.set('mapping', JSON.stringify({ columns, presetId, sheet, headerRow }))
  if (!options.autoMap) form.set('autoMap', 'false')
  if (options.allowDuplicate) form.set('allowDuplicateFile', 'true')
  form.set('file', blob, name)
  return form
}
