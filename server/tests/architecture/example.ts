import type { Rule } from './rule.ts'
import type { Texts } from './sources.ts'

/** Some files, and what a rule has to say about them. */
export interface Example {
  rule: Rule
  what: string
  texts: Texts
  /** A part of each sentence, in order. Empty: the rule has nothing to object to. */
  said: readonly string[]
}

export const examples = (rule: Rule, ...list: [what: string, texts: Texts, ...said: string[]][]): Example[] =>
  list.map(([what, texts, ...said]) => ({ rule, what, texts, said }))

/** The text of a file that imports these. */
export const imports = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import { x } from '${specifier}'\n`).join('')
