import { declarationsIn } from './reading/functions.ts'
import { isProduct, placeAt, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

const WIRING = 'server/src/roles/jobs.ts'
const JOBS_FILE = /^server\/src\/features\/[^/]+\/jobs\.ts$/

export const jobsAreWired: Rule = {
  promise: 'every job is defined in a jobs.ts and wired in roles/jobs.ts',
  find(files) {
    const product = files.filter(isProduct)
    const wiring = product.find((file) => file.path === WIRING)
    return [
      ...product
        .filter(definesJobsElsewhere)
        .map((file) => problem(file, 'defines a job; definitions stand in the jobs.ts of a slice')),
      ...product
        .filter((file) => JOBS_FILE.test(file.path))
        .flatMap((file) => [
          ...(isWired(wiring, file.path) ? [] : [problem(file, `is not wired: pass it to runnable() in ${WIRING}`)]),
          ...hiddenJobs(file),
        ]),
      ...twins(product),
    ]
  },
}

const definesJobsElsewhere = (file: SourceFile) =>
  /\bdefineJob\s*[(<]/.test(file.code) && !JOBS_FILE.test(file.path) && file.path !== 'server/src/platform/jobs.ts'

function isWired(wiring: SourceFile | undefined, path: string): boolean {
  const imported = wiring?.imports.find(({ target }) => target === path)
  if (!wiring || !imported) return false
  const name = /\*\s+as\s+(\w+)\s+from\s*['"]$/.exec(wiring.text.slice(0, imported.index))?.[1]
  return name !== undefined && new RegExp(`\\brunnable\\(\\s*${name}\\b`).test(wiring.code)
}

/** runnable() sees exports only. */
const hiddenJobs = (file: SourceFile): Problem[] =>
  declarationsIn(file)
    .filter(({ isExported, start, end }) => !isExported && file.code.slice(start, end).includes('defineJob'))
    .map(({ name, start }) => problemAt(file, start, `job ${name} is not exported, so nothing runs it`))

/** Two jobs with one name would get each other's payloads. */
function twins(files: readonly SourceFile[]): Problem[] {
  const owner = new Map<string, string>()
  return files.flatMap((file) =>
    [...file.plain.matchAll(/\bdefineJob\(\s*['"]([^'"]+)/g)].flatMap(({ 1: name = '', index }) => {
      const first = owner.get(name)
      if (first === undefined) owner.set(name, placeAt(file, index))
      return first === undefined ? [] : [problemAt(file, index, `defines job ${name}, which ${first} defines too`)]
    }),
  )
}

const problem = (file: SourceFile, what: string): Problem => ({ file: file.path, sentence: `${file.path}: ${what}` })
