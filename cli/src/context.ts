import type { Api } from './api/client.ts'
import type { Options } from './arguments.ts'
import type { ExitCode } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with. */
export interface Context {
  api: Api
  terminal: Terminal
  options: Options
  /** A command line that reaches the same server, to be shown to the person. */
  commandLine(rest: string): string
  /** What Ctrl-C says from now on. */
  onInterrupt(text: string): void
}

/** How a command ended, and what `--json` prints. */
export interface Outcome {
  exitCode: ExitCode
  data: Readonly<Record<string, unknown>>
}

export type Command = (context: Context, subject: string) => Promise<Outcome>
