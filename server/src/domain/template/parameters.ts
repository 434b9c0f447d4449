import { namesIn } from './examples.ts'
import { bodyOf, buttonsOf, headerOf, type Template } from './template.ts'
import { isNumbered, placeholdersOf } from './variables.ts'

type Values = (variable: string) => string
type Parameter = Record<string, unknown>
type SendComponent = { type: string; sub_type?: string; index?: string; parameters: Parameter[] }

/**
 * The `components` of a send request: the values of the template's variables, in the provider's form. Contacts without
 * all values were left out before. `media` is used for a media header.
 */
export function sendComponents(template: Pick<Template, 'components'>, valueFor: Values, media?: Parameter) {
  const components: SendComponent[] = []
  const header = headerOf(template)
  if (header?.format === 'TEXT' && placeholdersOf(header.text).length > 0)
    components.push({
      type: 'header',
      parameters: textParameters(header.text, (name) => valueFor(headerVariable(name))),
    })
  else if (header && header.format !== 'TEXT' && media)
    components.push({ type: 'header', parameters: [{ type: header.format.toLowerCase(), ...media }] })
  const body = bodyOf(template)?.text
  const isCode = buttonsOf(template).some(({ type }) => type === 'OTP')
  if (isCode) components.push({ type: 'body', parameters: [{ type: 'text', text: valueFor('code') }] })
  else if (body !== undefined && placeholdersOf(body).length > 0)
    components.push({ type: 'body', parameters: textParameters(body, valueFor) })
  components.push(...buttonComponents(template, valueFor))
  return components
}

const headerVariable = (name: string) => (isNumbered(name) ? `header.${name}` : name)

function textParameters(text: string, valueFor: Values): Parameter[] {
  return namesIn(text).map((name) => ({
    type: 'text',
    ...(!isNumbered(name) && { parameter_name: name }),
    text: valueFor(name),
  }))
}

function buttonComponents(template: Pick<Template, 'components'>, valueFor: Values): SendComponent[] {
  return buttonsOf(template).flatMap((button, place): SendComponent[] => {
    const index = String(place)
    if (button.type === 'URL' && placeholdersOf(button.url).length > 0) {
      const text = encodeURIComponent(valueFor(`button.${place}.1`))
      return [{ type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text }] }]
    }
    if (button.type === 'COPY_CODE') {
      const code = { type: 'coupon_code', coupon_code: valueFor(`button.${place}.code`) }
      return [{ type: 'button', sub_type: 'copy_code', index, parameters: [code] }]
    }
    if (button.type === 'OTP')
      return [{ type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text: valueFor('code') }] }]
    return []
  })
}

/**
 * The provider refuses values with line breaks, tabs or more than four consecutive spaces. Undefined when nothing is
 * left, because an empty value would be refused as well.
 */
export function parameterText(value: string): string | undefined {
  const clean = value
    .replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ')
    .replace(/ {5,}/g, '    ')
    .trim()
  return clean === '' ? undefined : clean
}
