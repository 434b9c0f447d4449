import type { Report } from './problems.ts'
import { isNamed, isNumbered, type Placeholder, placeholdersOf } from './variables.ts'

export type TextKind = 'HEADER' | 'BODY' | 'FOOTER'

export const TEXT_RULES: Readonly<
  Record<TextKind, { charsMax: number; variablesMax: number; mayBreakLines: boolean }>
> = {
  HEADER: { charsMax: 60, variablesMax: 1, mayBreakLines: false },
  BODY: { charsMax: 1024, variablesMax: 100, mayBreakLines: true },
  FOOTER: { charsMax: 60, variablesMax: 0, mayBreakLines: false },
}

/** Checks the length of a template's text, and the positions of its variables. */
export function checkText(kind: TextKind, text: string | undefined, path: string, report: Report) {
  const rule = TEXT_RULES[kind]
  if (text === undefined || text.trim() === '') return report(path, 'must not be empty')
  if ([...text].length > rule.charsMax) report(path, `must have at most ${rule.charsMax} characters`)
  if (!rule.mayBreakLines && /[\n\r]/.test(text)) report(path, 'must be one line')
  const places = placeholdersOf(text)
  if (places.length > rule.variablesMax)
    report(
      path,
      rule.variablesMax === 0 ? 'must not have variables' : `must have at most ${rule.variablesMax} variable`,
    )
  if (/\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, ''))) report(path, 'has braces that do not form a variable')
  checkPlaces(kind, text, places, path, report)
}

function checkPlaces(kind: TextKind, text: string, places: Placeholder[], path: string, report: Report) {
  const names = places.map(({ name }) => name)
  for (const name of new Set(names))
    if (!isNumbered(name) && !isNamed(name))
      report(path, `{{${name.slice(0, 60)}}}: a variable is a number or a lower-case name of letters, digits and _`)
  const numbers = [...new Set(names.filter(isNumbered).map(Number))].sort((a, b) => a - b)
  if (numbers.some((number, index) => number !== index + 1))
    report(path, 'variables must be numbered 1, 2, 3 … without gaps')
  if (kind === 'FOOTER') return
  const [first, last] = [places[0], places.at(-1)]
  if (kind === 'BODY' && first && text.slice(0, first.start).trim() === '')
    report(path, 'must not begin with a variable')
  if (kind === 'BODY' && last && text.slice(last.end).trim() === '') report(path, 'must not end with a variable')
  if (places.some((place, index) => index > 0 && text.slice(places[index - 1]?.end, place.start).trim() === ''))
    report(path, 'two variables must not be next to each other')
}
