import type { Report } from './problems.ts'
import type { Button, NamedExample, Template, TemplateComponent } from './template.ts'
import { isNumbered, placeholdersOf } from './variables.ts'

/** Reviewers want examples of what a variable contains. Used where the vendor has given none. */
export const exampleFor = (name: string) => (isNumbered(name) ? `Example ${name}` : name.replaceAll('_', ' '))

/** Adds an example for every variable. Those given by the vendor are kept. */
export const withExamples = (template: Template): Template => ({
  ...template,
  components: template.components.map(componentWithExample),
})

function componentWithExample(part: TemplateComponent): TemplateComponent {
  switch (part.type) {
    case 'HEADER': {
      if (part.format !== 'TEXT' || part.example) return part
      const names = namesIn(part.text)
      if (names.length === 0) return part
      const example = names.every(isNumbered)
        ? { header_text: names.map(exampleFor) }
        : { header_text_named_params: names.map(named) }
      return { ...part, example }
    }
    case 'BODY': {
      const names = namesIn(part.text ?? '')
      if (part.example || names.length === 0) return part
      const example = names.every(isNumbered)
        ? { body_text: [names.map(exampleFor)] }
        : { body_text_named_params: names.map(named) }
      return { ...part, example }
    }
    case 'FOOTER':
      return part
    case 'BUTTONS':
      return { ...part, buttons: part.buttons.map(buttonWithExample) }
  }
}

const buttonWithExample = (button: Button): Button =>
  button.type === 'URL' && !button.example && placeholdersOf(button.url).length > 0
    ? { ...button, example: ['example'] }
    : button

const named = (name: string): NamedExample => ({ param_name: name, example: exampleFor(name) })

/** Each variable once, in the order of the examples. */
export function namesIn(text: string): string[] {
  const names = [...new Set(placeholdersOf(text).map(({ name }) => name))]
  return names.every(isNumbered) ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** The vendor's examples must match the variables in number and style. */
export function checkExamples(template: Pick<Template, 'components'>, report: Report) {
  for (const [index, part] of template.components.entries()) {
    const path = `components.${index}`
    if (part.type === 'HEADER' && part.format === 'TEXT' && part.example)
      checkOne(part.text, part.example.header_text, part.example.header_text_named_params, `${path}.example`, report)
    if (part.type === 'BODY' && part.example) {
      const { body_text: rows, body_text_named_params: params } = part.example
      if (rows && rows.length !== 1) report(`${path}.example`, 'body_text must be a list that contains one list')
      checkOne(part.text ?? '', rows?.[0], params, `${path}.example`, report)
    }
    if (part.type === 'BUTTONS')
      for (const [place, button] of part.buttons.entries())
        if (button.type === 'URL' && button.example && button.example.length !== placeholdersOf(button.url).length)
          report(
            `${path}.buttons.${place}.example`,
            'must have exactly one value if there is a variable, and none otherwise',
          )
  }
}

function checkOne(
  text: string,
  values: readonly string[] | undefined,
  params: readonly NamedExample[] | undefined,
  path: string,
  report: Report,
) {
  const names = namesIn(text)
  if (names.every(isNumbered)) {
    if (params || (values ?? []).length !== names.length) report(path, `must have ${names.length} values`)
    return
  }
  const given = new Set(params?.map(({ param_name: name }) => name))
  if (values || given.size !== names.length || !names.every((name) => given.has(name)))
    report(path, 'must have one value for each named variable')
}
