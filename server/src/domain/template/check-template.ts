import { checkButtons } from './check-buttons.ts'
import { checkText, type TextKind } from './check-text.ts'
import { checkExamples } from './examples.ts'
import type { Report, TemplateProblem } from './problems.ts'
import { bodyOf, buttonsOf, type Template, type TemplateComponent } from './template.ts'
import { isNumbered, placeholdersOf } from './variables.ts'

const NAME_CHARS_MAX = 512
const NAME = /^[a-z0-9_]+$/
const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2,4})?$/
/** With fewer words than this per variable, reviewers tend to reject a template. */
const WORDS_PER_VARIABLE_MIN = 3

interface TemplateCheck {
  problems: TemplateProblem[]
  warnings: string[]
}

/**
 * Finds what the provider's review would reject, before anything is submitted. Each sentence names the broken rule.
 * `prefixChars` is the length of the shared account's name prefix.
 */
export function checkTemplate(template: Template, prefixChars: number): TemplateCheck {
  const problems: TemplateProblem[] = []
  const report: Report = (path, message) => problems.push({ path, message })
  if (!NAME.test(template.name)) report('name', 'must have only lower-case letters, digits and underscores')
  if (template.name.length + prefixChars > NAME_CHARS_MAX)
    report('name', `must have at most ${NAME_CHARS_MAX - prefixChars} characters`)
  if (!LANGUAGE.test(template.language)) report('language', 'must be a language code such as en or en_US')
  checkShape(template, report)
  for (const [index, component] of template.components.entries())
    checkComponent(component, `components.${index}`, template, report)
  checkOneStyle(template, report)
  checkExamples(template, report)
  return { problems, warnings: warningsOf(template) }
}

function checkShape(template: Template, report: Report) {
  const types = template.components.map(({ type }) => type)
  for (const type of new Set(types))
    if (types.filter((other) => other === type).length > 1)
      report('components', `must not have more than one ${type} component`)
  if (!bodyOf(template)) report('components', 'must have a BODY component')
  const isCode = template.category === 'AUTHENTICATION'
  if (!isCode && buttonsOf(template).some(({ type }) => type === 'OTP'))
    report('components', 'only AUTHENTICATION templates can have an OTP button')
  if (isCode && (types.includes('HEADER') || !buttonsOf(template).every(({ type }) => type === 'OTP')))
    report('components', 'AUTHENTICATION templates cannot have a header or any button other than an OTP button')
  if (isCode && buttonsOf(template).length === 0) report('components', 'AUTHENTICATION templates need an OTP button')
}

function checkComponent(component: TemplateComponent, path: string, template: Template, report: Report) {
  const isCode = template.category === 'AUTHENTICATION'
  const text = (kind: TextKind, value: string | undefined) => checkText(kind, value, `${path}.text`, report)
  switch (component.type) {
    case 'HEADER':
      return component.format === 'TEXT' ? text('HEADER', component.text) : undefined
    case 'BODY':
      if (isCode && component.text !== undefined)
        report(`${path}.text`, 'must be left out: the provider writes the text of an AUTHENTICATION template')
      return isCode ? undefined : text('BODY', component.text)
    case 'FOOTER':
      return isCode && component.text === undefined ? undefined : text('FOOTER', component.text)
    case 'BUTTONS':
      return checkButtons(component.buttons, `${path}.buttons`, report)
  }
}

/** A template uses either numbers or names. */
function checkOneStyle(template: Template, report: Report) {
  const names = template.components.flatMap((part) =>
    'text' in part && part.text !== undefined ? placeholdersOf(part.text).map(({ name }) => name) : [],
  )
  if (names.some(isNumbered) && names.some((name) => !isNumbered(name)))
    report('components', 'variables must all be numbers or all be names')
}

function warningsOf(template: Template): string[] {
  const text = bodyOf(template)?.text ?? ''
  const variables = placeholdersOf(text).length
  const words = text.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0
  return words < variables * WORDS_PER_VARIABLE_MIN
    ? [
        `The body has ${words} words for ${variables} variables. Templates with so little text are often rejected in review. Add some text.`,
      ]
    : []
}
