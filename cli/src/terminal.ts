import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { type Paint, paintFor } from './text/paint.ts'
import { printable } from './text/printable.ts'
import { type Progress, plainProgress, progressLine, shouldPrintProgress } from './text/progress.ts'

const CLEAR_LINE = '\r\x1b[2K'
const COLUMNS_DEFAULT = 80

/**
 * Results go to standard output. Progress, prompts and notes go to standard error, so that pipes receive only
 * results.
 */
export class Terminal {
  readonly paint: Paint
  /** Whether prompts can be answered. */
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

  /** Prints a note to standard error. */
  note(text: string) {
    if (!this.#isQuiet) this.warn(text)
  }

  warn(text: string) {
    this.clearProgress()
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  }

  show(progress: Progress) {
    if (this.#isQuiet) return
    const hasChanged = this.#hasBar
      ? !isDeepStrictEqual(this.#progress, progress)
      : shouldPrintProgress(this.#progress, progress)
    if (!hasChanged) return
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

  /** The trimmed answer; empty if there is none or the input has ended. */
  async ask(question: string): Promise<string> {
    this.clearProgress()
    return (await readLine(question, process.stderr)).trim()
  }

  /** Reads without echoing. Without a terminal, reads the next line of standard input. */
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
