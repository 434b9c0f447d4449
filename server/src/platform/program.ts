import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A file of ours that another process or thread begins with, and what Node.js needs to run it. */
export interface Program {
  readonly url: string
  readonly flags: string[]
}

const SOURCES = new URL('../', import.meta.url).href

/**
 * `name` stands beside the caller, without its ending: `programBeside(import.meta.url, './child')`. Built, it runs as it
 * is. From sources it needs their translator, which takes longer to start than most programs take; tests, which run
 * hundreds, build the sources once and say so with PROGRAMS_BUILT_IN.
 */
export function programBeside(callerUrl: string, name: string): Program {
  const source = new URL(`${name}${extname(fileURLToPath(callerUrl))}`, callerUrl).href
  if (!source.endsWith('.ts')) return { url: source, flags: [] }
  const builtIn = process.env['PROGRAMS_BUILT_IN']
  if (!builtIn) return { url: source, flags: ['--import', import.meta.resolve('tsx')] }
  const path = source.slice(SOURCES.length).replace(/\.ts$/, '.js')
  return { url: new URL(path, pathToFileURL(`${builtIn}/`)).href, flags: [] }
}
