import { ApiError } from './api/api-error.ts'
import type { Mapping, Status } from './api/shapes.ts'
import type { Context, Outcome } from './context.ts'
import { EXIT, Failure } from './failure.ts'
import { exitCodeOf, jobPath } from './jobs.ts'
import { type Columns, readColumns, writeColumns } from './mapping.ts'
import { shellWord } from './text/printable.ts'
import { mappingQuestion } from './text/question.ts'

/** Prompts for the column mapping, or prints the command to run. */
export async function answerMapping(context: Context, status: Status): Promise<'answered' | Outcome> {
  const { api, terminal, options, commandLine } = context
  const { jobId } = status
  const mapping = await api.get<Mapping>(jobPath(jobId, 'mapping'))
  if (!options.json) terminal.print(mappingQuestion(mapping, options, terminal.paint))
  if (terminal.isInteractive && (await isAnswered(context, jobId))) return 'answered'
  terminal.note(
    `  Map the columns:  ${commandLine(`map ${jobId} --map ${shellWord(writeColumns(exampleFor(mapping)))}`)}\n` +
      `  Cancel:           ${commandLine(`cancel ${jobId}`)}`,
  )
  return { exitCode: exitCodeOf(status), data: { status, mapping } }
}

/** An example mapping: the suggestion, with the first column as phone if none was recognised. */
function exampleFor({ headers, suggestion }: Mapping): Columns {
  const columns = Object.fromEntries(
    headers.map(({ column }) => [column, suggestion[column] ?? { field: 'ignore' as const }]),
  )
  const hasPhone = Object.values(columns).some(({ field }) => field === 'phone')
  return hasPhone ? columns : { ...columns, [headers[0]?.column ?? '']: { field: 'phone' } }
}

/** Prompts until the mapping is valid or the input is empty. */
async function isAnswered(context: Context, jobId: string): Promise<boolean> {
  for (;;) {
    const answer = await context.terminal.ask('COLUMN=FIELD, separated by commas (Enter to decide later): ')
    if (answer === '') return false
    try {
      await sendMapping(context, jobId, { columns: readColumns([answer]) })
      return true
    } catch (error) {
      if (!isAboutTheAnswer(error)) throw error
      context.terminal.warn(error.message)
    }
  }
}

const isAboutTheAnswer = (error: unknown): error is Failure =>
  error instanceof ApiError
    ? [400, 422].includes(error.status)
    : error instanceof Failure && error.exitCode === EXIT.usage

interface Answer {
  columns?: Columns | undefined
  presetId?: string | undefined
  sheet?: string | undefined
  headerRow?: number | undefined
}

export const sendMapping = ({ api }: Context, jobId: string, answer: Answer) =>
  api.json({ method: 'POST', path: jobPath(jobId, 'mapping'), json: { ...answer } })
