import { t } from '../../format/translate.ts'
export interface Rule {
  source: '' | typeof SAME_TEXT | 'name' | 'mobile' | `attributes.${string}`
  /** The text for all recipients, if the source is `SAME_TEXT`. */
  words: string
  /** The value for contacts without data. They are skipped without it. */
  fallback: string
}
export type Rules = Readonly<Record<string, Rule>>

/** Not a source name of the API. */
export const SAME_TEXT = 'words'
export const EMPTY_RULE: Rule = { source: '', words: '', fallback: '' }

/** The API format. */
type Mapping = Record<string, { value: string } | { from: string; fallback?: string | undefined }>

const isFilled = ({ source, words }: Rule) => (source === SAME_TEXT ? words.trim() !== '' : source !== '')

/** Variables without a value. */
export const unfilled = (names: readonly string[], rules: Rules) =>
  names.filter((name) => !isFilled(rules[name] ?? EMPTY_RULE))

/** Converts rules to the API format. Variables without a value keep their braces, so that a preview is possible. */
export const mappingOf = (names: readonly string[], rules: Rules): Mapping =>
  Object.fromEntries(
    names.map((name) => {
      const { source, words, fallback } = rules[name] ?? EMPTY_RULE
      if (source === '' || (source === SAME_TEXT && words.trim() === '')) return [name, { value: `{{${name}}}` }]
      if (source === SAME_TEXT) return [name, { value: words.trim() }]
      return [name, fallback.trim() ? { from: source, fallback: fallback.trim() } : { from: source }]
    }),
  )

export const rulesOf = (mapping: Mapping): Rules =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, rule]) => [
      name,
      'value' in rule
        ? { source: SAME_TEXT, words: rule.value, fallback: '' }
        : { source: rule.from as Rule['source'], words: '', fallback: rule.fallback ?? '' },
    ]),
  )

/** The display name of a variable such as `button.0.1`. */
export function variableTitle(name: string): string {
  const [, button, place] = /^button\.(\d+)\.(.+)$/.exec(name) ?? []
  if (button !== undefined)
    return place === 'code'
      ? t('Code of button {number}', { number: Number(button) + 1 })
      : t('URL suffix of button {number}', { number: Number(button) + 1 })
  if (name === 'code') return t('Code')
  return name.startsWith('header.')
    ? t("'{{'{name}'}}' in the header", { name: name.slice('header.'.length) })
    : `{{${name}}}`
}
