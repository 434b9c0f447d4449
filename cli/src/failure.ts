/** The exit codes of the process. They are documented, because scripts depend on them. */
export const EXIT = { done: 0, failed: 1, usage: 2, needsAction: 3, noAccess: 4, interrupted: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** An error that ends the command, with a readable message and, for `--json`, the original error of the API. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode
  readonly data: Readonly<Record<string, unknown>>
  constructor(exitCode: ExitCode, sentence: string, data: Readonly<Record<string, unknown>> = { detail: sentence }) {
    super(sentence)
    this.exitCode = exitCode
    this.data = data
  }
}

export const usage = (sentence: string) => new Failure(EXIT.usage, sentence)
