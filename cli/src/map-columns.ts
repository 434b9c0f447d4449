import { Refusal } from './api/refusal.ts'
import type { Mapping, Status } from './api/shapes.ts'
import type { Context, Outcome } from './context.ts'
import { EXIT, Failure } from './failure.ts'
import { exitCodeOf, jobPath } from './jobs.ts'
import { type Columns, readColumns, writeColumns } from './mapping.ts'
import { shellWord } from './text/printable.ts'
import { mappingQuestion } from './text/question.ts'

/** The columns did not explain themselves: asks the person, or says which command answers. */
export async function answerMapping(context: Context, status: Status): Promise<'answered' | Outcome> {
  const { api, terminal, options, commandLine } = context
  const { jobId } = status
  const mapping = await api.get<Mapping>(jobPath(jobId, 'mapping'))
  if (!options.json) terminal.print(mappingQuestion(mapping, options.columns, terminal.paint))
  if (terminal.isInteractive && (await isAnswered(context, jobId))) return 'answered'
  terminal.remark(
    `  Say it, for example:  ${commandLine(`map ${jobId} --map ${shellWord(writeColumns(exampleFor(mapping)))}`)}\n` +
      `  Stop the import:      ${commandLine(`cancel ${jobId}`)}`,
  )
  return { exitCode: exitCodeOf(status), data: { status, mapping } }
}

/** What suggests itself; where no column looks like phone numbers, the first one stands for them. */
function exampleFor({ headers, suggestion }: Mapping): Columns {
  const hasPhone = Object.values(suggestion).some(({ field }) => field === 'phone')
  return hasPhone ? suggestion : { ...suggestion, [headers[0]?.column ?? '']: { field: 'phone' } }
}

/** Until it fits, or nothing is typed. */
async function isAnswered(context: Context, jobId: string): Promise<boolean> {
  for (;;) {
    const answer = await context.terminal.ask('COLUMN=FIELD, several with commas (Enter to decide later): ')
    if (answer === '') return false
    try {
      await sendMapping(context, jobId, readColumns([answer]))
      return true
    } catch (error) {
      if (!isAboutTheAnswer(error)) throw error
      context.terminal.complain(error.message)
    }
  }
}

const isAboutTheAnswer = (error: unknown): error is Failure =>
  error instanceof Refusal
    ? [400, 422].includes(error.status)
    : error instanceof Failure && error.exitCode === EXIT.usage

export const sendMapping = ({ api }: Context, jobId: string, columns: Columns) =>
  api.json({ method: 'POST', path: jobPath(jobId, 'mapping'), json: { columns } })
