import { parse } from 'node:path'
import { ApiError } from '../api/api-error.ts'
import type { Context, Outcome } from '../context.ts'
import { Failure, usage } from '../failure.ts'
import { statusOf } from '../jobs.ts'
import { continueImport } from '../review.ts'
import { megabytes, printable } from '../text/printable.ts'
import { openSource, type Source, uploadSource } from '../upload.ts'

/** Imports a file: upload, column mapping, preview, confirmation, result. */
export async function importCommand(context: Context, file: string): Promise<Outcome> {
  const source = await openSource(file)
  const intended = await withReplaceConfirmed(context)
  // Reports a wrong URL or token before a large file is uploaded.
  await intended.api.get('/contacts/import?pageSize=1')
  const jobId = await upload(intended, source)
  intended.terminal.note(`Uploaded ${source.name} (${megabytes(source.blob.size)}) as import ${jobId}`)
  return continueImport(intended, { jobId, name: parse(source.name).name })
}

async function upload(context: Context, source: Source): Promise<string> {
  context.onInterrupt(`The upload of ${printable(source.name)} was interrupted.`)
  try {
    return await uploadSource(context, source)
  } catch (error) {
    throw error instanceof ApiError && error.problem.code === 'DUPLICATE_FILE' ? await duplicate(context, error) : error
  }
}

/** FULL_REPLACE can overwrite manual edits, so it has to be confirmed explicitly. */
async function withReplaceConfirmed(context: Context): Promise<Context> {
  const { terminal, options } = context
  if (options.strategy !== 'FULL_REPLACE' || options.confirmFullReplace) return context
  if (!terminal.isInteractive) throw usage('FULL_REPLACE requires --confirm-full-replace.')
  terminal.warn('FULL_REPLACE overwrites names, attributes and labels of existing contacts that are in the file.')
  const word = await terminal.ask('Type REPLACE to continue: ')
  if (word !== 'REPLACE') throw usage('Not confirmed. Nothing was uploaded.')
  return { ...context, options: { ...options, confirmFullReplace: true } }
}

/** Lists the options for the earlier import of the same file, depending on its status. */
async function duplicate(context: Context, refusal: ApiError): Promise<Failure> {
  const { commandLine } = context
  const { existingJobId = '' } = refusal.problem
  const { status, terminal, needsAction } = await statusOf(context, existingJobId)
  const choices = [
    `  Show status:     ${commandLine(`status ${existingJobId}${terminal || needsAction ? '' : ' --wait'}`)}`,
    ...(status === 'PENDING_REVIEW' ? [`  Review it:       ${commandLine(`map ${existingJobId}`)}`] : []),
    ...(terminal ? [] : [`  Cancel it:       ${commandLine(`cancel ${existingJobId}`)}`]),
    ...(terminal && status !== 'QUARANTINED' ? ['  Import again:    repeat the command with --allow-duplicate'] : []),
  ]
  const sentence = `This file was uploaded before, as import ${existingJobId} (${status}).`
  return new Failure(refusal.exitCode, [sentence, ...choices].join('\n'), refusal.data)
}
