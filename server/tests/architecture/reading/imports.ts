import { posix } from 'node:path'

export interface Import {
  /** As it is written. */
  specifier: string
  /** A path from the root of the repository; undefined for a package. */
  target: string | undefined
  index: number
}

/** Searched in code whose strings are blank, so that an import inside a string is none. */
const BEFORE_SPECIFIER = [
  /\b(?:import|export)\s(?:[^'"`;=()]*?\sfrom\s*)?/,
  /\b(?:import|require)\s*\(\s*/,
  /\bdeclare\s+module\s+/,
]
const SPECIFIER = new RegExp(`(?:${BEFORE_SPECIFIER.map(({ source }) => source).join('|')})['"] *['"]`, 'g')

/** Every file and package that a file names: values, types, side effects, dynamic imports, augmented modules. */
export function importsOf(path: string, text: string, code: string): Import[] {
  return [...code.matchAll(SPECIFIER)].map((match) => {
    const end = match.index + match[0].length - 1
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1
    const specifier = text.slice(start, end)
    return { specifier, target: resolve(path, specifier), index: start }
  })
}

/** Workspaces may also be named as packages. */
function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  const [, workspace, rest] = /^@harkara\/([\w-]+)(\/.*)?$/.exec(specifier) ?? []
  return workspace && `${workspace}${rest ?? '/'}`
}
