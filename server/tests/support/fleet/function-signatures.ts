/**
 * What processes of the previous release may not survive in a new version of the files of stored functions: they call
 * every function by its name with the arguments that they know, and read the columns that they know. Other arguments would
 * make a second function of the same name, and a call with a default argument ambiguous.
 */
export function whatBreaksOldCallers(before: readonly string[], after: readonly string[]): string[] {
  const now = new Map(after.flatMap(signaturesOf))
  const changed = before.flatMap(signaturesOf).flatMap(([name, signature]) => {
    if (now.get(name) === signature) return []
    return now.has(name) ? `${name} has another signature` : `${name} is gone`
  })
  return [
    ...changed,
    ...after.flatMap((text) => withoutComments(text).match(/\bdrop (?:function|routine) [^;]+/gi) ?? []),
  ]
}

const SIGNATURE = /create (?:or replace )?function (\w+)\s*(\([\s\S]*?\))\s*(returns [\s\S]*?)?\s*(?:language|as)\b/gi

/** Name, and arguments with their defaults and the result, in one line. */
const signaturesOf = (text: string): [string, string][] =>
  [...withoutComments(text).matchAll(SIGNATURE)].map(([, name = '', parameters, result = '']) => [
    name,
    `${parameters} ${result}`
      .replace(/\s+/g, ' ')
      .replace(/ ?([(),]) ?/g, '$1')
      .trim()
      .toLowerCase(),
  ])

const withoutComments = (text: string) => text.replace(/--.*/g, '')

/** The number in the first line of a file of stored functions. */
export const versionOf = (text: string): number => Number(/^-- version: (\d+)\n/.exec(text)?.[1])
