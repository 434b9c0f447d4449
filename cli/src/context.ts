import type { Api } from './api/client.ts'
import type { Options } from './arguments.ts'
import type { ExitCode } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** Everything a command needs. */
export interface Context {
  api: Api
  terminal: Terminal
  options: Options
  /** A command line for the same server, to be displayed as a suggestion. */
  commandLine(rest: string): string
  /** Sets the message shown on Ctrl-C. */
  onInterrupt(text: string): void
}

/** The exit code of a command and the output of `--json`. */
export interface Outcome {
  exitCode: ExitCode
  data: Readonly<Record<string, unknown>>
}

export type Command = (context: Context, subject: string) => Promise<Outcome>
