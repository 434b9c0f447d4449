import { bodyOf, buttonsOf, headerOf, type Template } from './template.ts'

/** A placeholder: `{{1}}` or `{{first_name}}`. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const NUMBER = /^[1-9]\d{0,2}$/
const NAME = /^[a-z][a-z0-9_]{0,59}$/

export interface Placeholder {
  name: string
  start: number
  end: number
}

export const placeholdersOf = (text: string): Placeholder[] =>
  [...text.matchAll(PLACEHOLDER)].map((match) => ({
    name: (match[1] ?? '').trim(),
    start: match.index,
    end: match.index + match[0].length,
  }))

export const isNumbered = (name: string) => NUMBER.test(name)
export const isNamed = (name: string) => NAME.test(name)

/**
 * Every variable that a send must fill, by its name in the vendor's mapping: header and body share names (`1`,
 * `first_name`); a header's own number is `header.1`, a button's `button.0.1`, because each part counts from one.
 */
export function variablesOf(template: Pick<Template, 'components'>): string[] {
  const header = headerOf(template)
  const inHeader = header?.format === 'TEXT' ? placeholdersOf(header.text) : []
  const inBody = placeholdersOf(bodyOf(template)?.text ?? '')
  const inButtons = buttonsOf(template).flatMap((button, index) =>
    button.type === 'URL'
      ? placeholdersOf(button.url).map(({ name }) => `button.${index}.${name}`)
      : button.type === 'COPY_CODE'
        ? [`button.${index}.code`]
        : button.type === 'OTP'
          ? ['code']
          : [],
  )
  const headerNames = inHeader.map(({ name }) => (isNumbered(name) ? `header.${name}` : name))
  return [...new Set([...headerNames, ...inBody.map(({ name }) => name), ...inButtons])]
}

/** Fills the variables of a text; those without a value stay, for previews of partly filled messages. */
export const fillVariables = (text: string, valueFor: (name: string) => string | undefined) =>
  text.replace(PLACEHOLDER, (place, name: string) => valueFor(name.trim()) ?? place)
