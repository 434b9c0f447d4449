/** What fills one variable, as the form has it: nothing yet, the same words for all, or what each contact says. */
export interface Rule {
  source: '' | typeof SAME_WORDS | 'name' | 'mobile' | `attributes.${string}`
  /** For everybody, when the source is the same words. */
  words: string
  /** For those who say nothing; they are left out without it. */
  fallback: string
}
export type Rules = Readonly<Record<string, Rule>>

/** No source of the server's is named like this. */
export const SAME_WORDS = 'words'
export const EMPTY_RULE: Rule = { source: '', words: '', fallback: '' }

/** As the server takes and tells them. */
export type Mapping = Record<string, { value: string } | { from: string; fallback?: string | undefined }>

const isFilled = ({ source, words }: Rule) => (source === SAME_WORDS ? words.trim() !== '' : source !== '')

/** Which of a template's variables nothing fills yet. */
export const unfilled = (names: readonly string[], rules: Rules) =>
  names.filter((name) => !isFilled(rules[name] ?? EMPTY_RULE))

/** What the server is told. What nothing fills yet stands in its own braces, so that the rest can be seen already. */
export const mappingOf = (names: readonly string[], rules: Rules): Mapping =>
  Object.fromEntries(
    names.map((name) => {
      const { source, words, fallback } = rules[name] ?? EMPTY_RULE
      if (source === '' || (source === SAME_WORDS && words.trim() === '')) return [name, { value: `{{${name}}}` }]
      if (source === SAME_WORDS) return [name, { value: words.trim() }]
      return [name, fallback.trim() ? { from: source, fallback: fallback.trim() } : { from: source }]
    }),
  )

export const rulesOf = (mapping: Mapping): Rules =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, rule]) => [
      name,
      'value' in rule
        ? { source: SAME_WORDS, words: rule.value, fallback: '' }
        : { source: rule.from as Rule['source'], words: '', fallback: rule.fallback ?? '' },
    ]),
  )

/** `button.0.1` as people find it in the message. */
export function variableTitle(name: string): string {
  const [, button, place] = /^button\.(\d+)\.(.+)$/.exec(name) ?? []
  if (button !== undefined)
    return place === 'code' ? `Code of button ${Number(button) + 1}` : `End of the link of button ${Number(button) + 1}`
  if (name === 'code') return 'The code'
  return name.startsWith('header.') ? `{{${name.slice('header.'.length)}}} in the header` : `{{${name}}}`
}
