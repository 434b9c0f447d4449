import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { type Paint, paintFor } from './text/paint.ts'
import { printable } from './text/printable.ts'
import { isWorthALine, type Progress, plainProgress, progressLine } from './text/progress.ts'

const CLEAR_LINE = '\r\x1b[2K'
const COLUMNS_DEFAULT = 80

/**
 * Results go to the standard output; progress, questions and remarks go to the standard error, so that a pipe gets
 * results alone.
 */
export class Terminal {
  readonly paint: Paint
  /** Is there a person to ask? */
  readonly isInteractive: boolean
  readonly #isQuiet: boolean
  readonly #hasBar: boolean
  #progress: Progress | undefined

  constructor(env: NodeJS.ProcessEnv, { json, quiet }: { json: boolean; quiet: boolean }) {
    this.paint = paintFor(process.stdout, env)
    this.isInteractive = !json && Boolean(process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY)
    this.#isQuiet = quiet
    this.#hasBar = Boolean(process.stderr.isTTY) && env['TERM'] !== 'dumb'
  }

  print(text: string) {
    this.clearProgress()
    process.stdout.write(`${text}\n`)
  }

  /** What is good to know while it happens. */
  remark(text: string) {
    if (!this.#isQuiet) this.complain(text)
  }

  complain(text: string) {
    this.clearProgress()
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  }

  show(progress: Progress) {
    if (this.#isQuiet) return
    const isNews = this.#hasBar ? !isDeepStrictEqual(this.#progress, progress) : isWorthALine(this.#progress, progress)
    if (!isNews) return
    const line = this.#hasBar
      ? `${CLEAR_LINE}${progressLine(progress, process.stderr.columns || COLUMNS_DEFAULT)}`
      : `${plainProgress(progress)}\n`
    process.stderr.write(line)
    this.#progress = progress
  }

  clearProgress() {
    if (this.#progress && this.#hasBar) process.stderr.write(CLEAR_LINE)
    this.#progress = undefined
  }

  /** The answer without blanks around it; none, or the end of the input, is an empty one. */
  async ask(question: string): Promise<string> {
    this.clearProgress()
    return (await readLine(question, process.stderr)).trim()
  }

  /** Nothing of what is typed is shown. Without a terminal it is the next line of the standard input. */
  async askSecret(question: string): Promise<string> {
    process.stderr.write(process.stdin.isTTY ? question : '')
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const secret = await readLine('', nowhere)
    process.stderr.write(process.stdin.isTTY ? '\n' : '')
    return secret
  }
}

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: Boolean(process.stdin.isTTY) })
  return new Promise((resolve) => {
    lines.once('SIGINT', () => process.emit('SIGINT'))
    lines.once('close', () => resolve(''))
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}
