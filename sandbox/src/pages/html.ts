/** Safe markup. It is only created by `html`, which escapes every value that is not markup already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | undefined | false | Value[]

export function html(parts: TemplateStringsArray, ...values: Value[]) {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeText(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
