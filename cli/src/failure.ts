/** What the process says to the shell. Documented: scripts branch on these. */
export const EXIT = { done: 0, failed: 1, usage: 2, needsAction: 3, noAccess: 4, interrupted: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Something that ends the command: a sentence for a person, and for programs what the API said, word for word. */
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
