import { placeAt, type SourceFile } from './reading/sources.ts'

export interface Rule {
  /** What is true of every file, as a sentence. */
  promise: string
  find(files: readonly SourceFile[]): Problem[]
  exceptions?: readonly Exception[]
}

export interface Problem {
  file: string
  /** The function in the file, where the rule is about functions. */
  name?: string
  /** Says what is wrong and what to do instead. */
  sentence: string
}

/** A place where a rule does not hold, and why that is right. One that is no longer needed is itself a problem. */
export interface Exception {
  file: string
  /** Without names the whole file is excepted. */
  names?: readonly string[]
  why: string
}

export const problemAt = (file: SourceFile, index: number, what: string): Problem => ({
  file: file.path,
  sentence: `${placeAt(file, index)}: ${what}`,
})

/** A problem wherever the code of the file, without comments and strings, matches. */
export const occurrences = (file: SourceFile, pattern: RegExp, what: string): Problem[] =>
  [...file.code.matchAll(pattern)].map(({ index }) => problemAt(file, index, what))

/** What breaks the rule, each as a sentence that begins with the place. */
export function violations(rule: Rule, files: readonly SourceFile[], exceptions = rule.exceptions ?? []): string[] {
  const problems = rule.find(files)
  const open = problems.filter((problem) => !exceptions.some((exception) => covers(exception, problem)))
  return [...open.map((problem) => problem.sentence), ...deadEntries(exceptions, problems)]
}

const covers = ({ file, names }: Exception, problem: Problem) =>
  file === problem.file && (!names || (problem.name !== undefined && names.includes(problem.name)))

function deadEntries(exceptions: readonly Exception[], problems: Problem[]): string[] {
  return exceptions.flatMap(({ file, names, why }) =>
    (names ?? [undefined])
      .filter((name) => !problems.some((problem) => covers({ file, why, ...(name && { names: [name] }) }, problem)))
      .map(
        (name) => `${file}: the exception${name ? ` for ${name}` : ''} is not needed any more, remove it ("${why}")`,
      ),
  )
}
