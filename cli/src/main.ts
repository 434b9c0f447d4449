import { readFileSync } from 'node:fs'
import { createApi } from './api/client.ts'
import { type CommandInvocation, readArguments } from './arguments.ts'
import { cancelCommand } from './commands/cancel.ts'
import { confirmCommand } from './commands/confirm.ts'
import { importCommand } from './commands/import.ts'
import { loginCommand, logoutCommand } from './commands/login.ts'
import { mapCommand } from './commands/map.ts'
import { presetsCommand } from './commands/presets.ts'
import { excludeCommand, includeCommand, repairCommand, replaceCommand, undoReplaceCommand } from './commands/repair.ts'
import { reportsCommand } from './commands/reports.ts'
import { rowsCommand } from './commands/rows.ts'
import { statusCommand } from './commands/status.ts'
import { undoCommand } from './commands/undo.ts'
import { whatIfCommand } from './commands/what-if.ts'
import { connectionFor } from './connection.ts'
import type { Command, Outcome } from './context.ts'
import { credentialsPath } from './credentials.ts'
import { EXIT, Failure } from './failure.ts'
import { helpFor } from './help.ts'
import type { CommandName } from './options.ts'
import { Terminal } from './terminal.ts'
import { shellWord } from './text/printable.ts'

const JOB_COMMANDS: Readonly<Record<Exclude<CommandName, 'login' | 'logout'>, Command>> = {
  import: importCommand,
  status: statusCommand,
  map: mapCommand,
  confirm: confirmCommand,
  rows: rowsCommand,
  repair: repairCommand,
  exclude: excludeCommand,
  include: includeCommand,
  replace: replaceCommand,
  'undo-replace': undoReplaceCommand,
  'what-if': whatIfCommand,
  cancel: cancelCommand,
  undo: undoCommand,
  reports: reportsCommand,
  presets: presetsCommand,
}

const env = process.env

async function main(argv: readonly string[]): Promise<number> {
  const isJson = argv.includes('--json')
  const terminal = new Terminal(env, { json: isJson, quiet: argv.includes('--quiet') })
  try {
    const invocation = readArguments(argv)
    if (invocation.kind === 'help') return say(helpFor(invocation.topic))
    if (invocation.kind === 'version') return say(version())
    const { exitCode, data } = await run(terminal, invocation)
    if (isJson) say(JSON.stringify(data, null, 2))
    return exitCode
  } catch (error) {
    const failure = failureFrom(error)
    terminal.warn(failure.message)
    if (isJson) say(JSON.stringify({ error: failure.data }, null, 2))
    return failure.exitCode
  }
}

/** File system errors are shown as messages; anything else is a bug and keeps its stack. */
function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Error && 'syscall' in error && 'path' in error) return new Failure(EXIT.failed, error.message)
  throw error
}

async function run(terminal: Terminal, { command, subject, options }: CommandInvocation): Promise<Outcome> {
  const path = credentialsPath(env)
  let farewell = 'Stopped.'
  process.on('SIGINT', () => {
    terminal.warn(`\n${farewell}`)
    process.exit(EXIT.interrupted)
  })
  if (command === 'login') return loginCommand(terminal, options, env, path)
  if (command === 'logout') return logoutCommand(terminal, options, path)
  const { url, signIn } = await connectionFor(options, env, path)
  const api = createApi(url, signIn, (failure, pauseMs) =>
    terminal.note(`${failure.message} Retrying in ${Math.ceil(pauseMs / 1000)} s …`),
  )
  return JOB_COMMANDS[command](
    {
      api,
      terminal,
      options,
      commandLine: (rest) => `harkara ${rest}${options.url === undefined ? '' : ` --url ${shellWord(options.url)}`}`,
      onInterrupt: (text) => {
        farewell = text
      },
    },
    subject,
  )
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
  return EXIT.done
}

const version = () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string

/** The reader of the output may close the pipe early. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main(process.argv.slice(2))
