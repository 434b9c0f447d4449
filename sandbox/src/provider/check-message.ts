import { z } from 'zod'
import { graphErrorOf } from './error-codes.ts'
import { GraphApiError } from './graph-error.ts'
import type { Provider, TemplateRecord } from './provider.ts'

const parameter = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  parameter_name: z.string().optional(),
})
const component = z.looseObject({
  type: z.string(),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.int()]).optional(),
  parameters: z.array(parameter).default([]),
})
type Component = z.output<typeof component>
export const MessageBody = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string(),
  type: z.enum(['template', 'text']).default('text'),
  template: z
    .looseObject({
      name: z.string(),
      language: z.looseObject({ code: z.string() }),
      components: z.array(component).default([]),
    })
    .optional(),
  text: z.looseObject({ body: z.string().min(1).max(4_096) }).optional(),
  context: z.looseObject({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
})
export type MessageBody = z.output<typeof MessageBody>

/** Accepts + and separators. The real provider reads a number without + as one of the sender's own country. */
export function readNumber(to: string): string {
  const digits = to.replace(/[+\-() ]/g, '')
  if (!/^\d{7,15}$/.test(digits)) throw new GraphApiError(graphErrorOf(131009, 'Parameter value is not valid: to'))
  return digits
}

/** Returns the template of a message after checking the parameters against it. */
export function checkTemplateMessage(provider: Provider, { template }: MessageBody): TemplateRecord {
  if (!template) throw new GraphApiError(graphErrorOf(131008, 'Required parameter is missing: template'))
  const language = template.language.code
  const found = [...provider.templates.values()].find(
    (known) => known.name === template.name && known.language === language,
  )
  if (found?.status === 'PAUSED') throw new GraphApiError(graphErrorOf(132015, 'Template is paused due to low quality'))
  if (found?.status === 'DISABLED')
    throw new GraphApiError(graphErrorOf(132016, 'Template is disabled due to low quality'))
  if (found?.status !== 'APPROVED')
    throw new GraphApiError(graphErrorOf(132001, `template name (${template.name}) does not exist in ${language}`))
  for (const part of found.components) checkPart(found, part, template.components)
  return found
}

function checkPart(template: TemplateRecord, part: TemplateRecord['components'][number], sent: Component[]) {
  const type = part.type.toLowerCase()
  const given = sent.find((other) => other.type.toLowerCase() === type)?.parameters ?? []
  if (part.type === 'HEADER' && part.format !== 'TEXT') {
    const received = given[0]?.type.toUpperCase() ?? 'UNKNOWN'
    if (received !== part.format)
      throw new GraphApiError(
        graphErrorOf(132012, `header: Format mismatch, expected ${part.format}, received ${received}`),
      )
  }
  if (part.text !== undefined) checkParameters(template, type, variablesIn(part.text), given)
  for (const [index, button] of (part.buttons ?? []).entries())
    if (variablesIn(button.url ?? '').length > 0) {
      const values = sent.find((other) => other.type === 'button' && String(other.index) === String(index))
      checkParameters(template, `button at index ${index}`, ['1'], values?.parameters ?? [])
    }
}

const variablesIn = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? '')),
]

function checkParameters(template: TemplateRecord, part: string, places: string[], given: Component['parameters']) {
  if (given.length !== places.length) {
    const details = `${part}: number of localizable_params (${given.length}) does not match the expected number of params (${places.length})`
    throw new GraphApiError(graphErrorOf(132000, details))
  }
  for (const { text = '', parameter_name: name } of given) {
    if (template.parameter_format === 'NAMED' && !places.includes(name ?? ''))
      throw new GraphApiError(graphErrorOf(132012, `${part}: parameter_name does not match the template`))
    if (text === '' || /[\n\t\r]| {5,}/.test(text))
      throw new GraphApiError(
        graphErrorOf(
          132012,
          `${part}: Param text cannot be empty or have new-line/tab characters or more than 4 consecutive spaces`,
        ),
      )
  }
}
