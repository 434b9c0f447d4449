import type { Texts } from '../reading/sources.ts'
import type { Rule } from '../rule.ts'

/** Some files, and what a rule has to say about them. */
export interface Example {
  rule: Rule
  what: string
  texts: Texts
  /** A part of each sentence, in order. Empty: the rule has nothing to object to. */
  problems: readonly string[]
}

export const examples = (rule: Rule, ...list: [what: string, texts: Texts, ...problems: string[]][]): Example[] =>
  list.map(([what, texts, ...problems]) => ({ rule, what, texts, problems }))

/** The text of a file that imports these. */
export const imports = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import { x } from '${specifier}'\n`).join('')
