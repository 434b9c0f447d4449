import { styleText } from 'node:util'

/** Colours for terminals; plain text for files and pipes. */
export interface Paint {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
}

const same = (text: string) => text
export const PLAIN: Paint = { strong: same, faint: same, good: same, bad: same, warn: same }

const COLOURS: Paint = {
  strong: (text) => styleText('bold', text),
  faint: (text) => styleText('dim', text),
  good: (text) => styleText('green', text),
  bad: (text) => styleText('red', text),
  warn: (text) => styleText('yellow', text),
}

export const paintFor = (stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint =>
  stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? COLOURS : PLAIN
