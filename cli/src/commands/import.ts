import { parse } from 'node:path'
import { Refusal } from '../api/refusal.ts'
import type { Context, Outcome } from '../context.ts'
import { Failure, usage } from '../failure.ts'
import { statusOf } from '../jobs.ts'
import { carryOn } from '../review.ts'
import { megabytes, printable } from '../text/printable.ts'
import { openSource, type Source, uploadSource } from '../upload.ts'

/** A file becomes contacts: upload, columns, preview, decision, result. */
export async function importCommand(context: Context, file: string): Promise<Outcome> {
  const source = await openSource(file)
  const intended = await withReplaceConfirmed(context)
  // A wrong address or token shows before a large file travels.
  await intended.api.get('/contacts/import?pageSize=1')
  const jobId = await upload(intended, source)
  intended.terminal.remark(`Uploaded ${source.name} (${megabytes(source.blob.size)}) as import ${jobId}`)
  return carryOn(intended, { jobId, name: parse(source.name).name })
}

async function upload(context: Context, source: Source): Promise<string> {
  context.onInterrupt(`The upload of ${printable(source.name)} was stopped.`)
  try {
    return await uploadSource(context, source)
  } catch (error) {
    throw error instanceof Refusal && error.problem.code === 'DUPLICATE_FILE' ? await duplicate(context, error) : error
  }
}

/** FULL_REPLACE can destroy what people wrote: it is never chosen by a slip of the finger. */
async function withReplaceConfirmed(context: Context): Promise<Context> {
  const { terminal, options } = context
  if (options.strategy !== 'FULL_REPLACE' || options.confirmFullReplace) return context
  if (!terminal.isInteractive) throw usage('FULL_REPLACE needs --confirm-full-replace.')
  terminal.complain('FULL_REPLACE overwrites names, attributes and labels of contacts that are in the file.')
  const word = await terminal.ask('Type REPLACE to go on: ')
  if (word !== 'REPLACE') throw usage('Not confirmed; nothing was uploaded.')
  return { ...context, options: { ...options, confirmFullReplace: true } }
}

/** Says what can be done about the earlier import of the same file, by where it stands. */
async function duplicate(context: Context, refusal: Refusal): Promise<Failure> {
  const { commandLine } = context
  const { existingJobId = '' } = refusal.problem
  const { status, terminal, needsAction } = await statusOf(context, existingJobId)
  const choices = [
    `  Look at it:      ${commandLine(`status ${existingJobId}${terminal || needsAction ? '' : ' --wait'}`)}`,
    ...(status === 'PENDING_REVIEW' ? [`  Import it:       ${commandLine(`confirm ${existingJobId}`)}`] : []),
    ...(terminal ? [] : [`  Stop it:         ${commandLine(`cancel ${existingJobId}`)}`]),
    ...(terminal && status !== 'QUARANTINED' ? ['  Import again:    the same command with --allow-duplicate'] : []),
  ]
  const sentence = `This file was uploaded before, as import ${existingJobId} (${status}).`
  return new Failure(refusal.exitCode, [sentence, ...choices].join('\n'), refusal.data)
}
