import { checkTemplate } from '@harkara/server/domain/template/check-template'
import { exampleFor, namesIn } from '@harkara/server/domain/template/examples'
import type { Button, MediaFormat, Template, TemplateComponent } from '@harkara/server/domain/template/template'
import { bodyOf, buttonsOf, footerOf, headerOf } from '@harkara/server/domain/template/template'
import { isNumbered } from '@harkara/server/domain/template/variables'
import type { UseFormReturnType } from '@mantine/form'
import { randomKey } from '../../api/use-api-mutation.ts'
import { capitalize, withFullStop } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import type { Template as View } from './queries.ts'

export type HeaderKind = 'NONE' | 'TEXT' | MediaFormat | 'LOCATION'
export type ButtonKind = Exclude<Button['type'], 'OTP'>

/** A button row of the form; the kind decides which fields are used. */
export interface ButtonDraft {
  row: string
  kind: ButtonKind
  text: string
  url: string
  /** Sample value of the URL's variable. */
  sample: string
  phone: string
  code: string
}

/** The form values. They keep all input, also for fields that the current kind does not use. */
export interface Draft extends Record<string, unknown> {
  name: string
  language: string
  category: Template['category']
  headerKind: HeaderKind
  headerText: string
  mediaId: string
  body: string
  footer: string
  buttons: ButtonDraft[]
  /** By variable: `header.1`, `1`, `first_name`. */
  samples: Record<string, string>
  hasWarning: boolean
  expiryMinutes: string
  codeLabel: string
}

/** The form object shared by all parts of the template form. */
export type DraftForm = UseFormReturnType<Draft>

export const NEW_DRAFT: Draft = {
  name: '',
  language: 'en_US',
  category: 'MARKETING',
  headerKind: 'NONE',
  headerText: '',
  mediaId: '',
  body: '',
  footer: '',
  buttons: [],
  samples: {},
  hasWarning: true,
  expiryMinutes: '10',
  codeLabel: '',
}

export const newButton = (kind: ButtonKind): ButtonDraft => ({
  row: randomKey(),
  kind,
  text: '',
  url: '',
  sample: '',
  phone: '',
  code: '',
})

/** Converts the draft to the template to submit. */
export const toTemplate = (draft: Draft): Template => ({
  name: draft.name.trim(),
  language: draft.language,
  category: draft.category,
  components: draft.category === 'AUTHENTICATION' ? authenticationComponents(draft) : customComponents(draft),
})

function authenticationComponents({ hasWarning, expiryMinutes, codeLabel }: Draft): TemplateComponent[] {
  const text = codeLabel.trim()
  return [
    { type: 'BODY', add_security_recommendation: hasWarning },
    ...(expiryMinutes ? [{ type: 'FOOTER', code_expiration_minutes: Number(expiryMinutes) } as const] : []),
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', ...(text && { text }) }] },
  ]
}

function customComponents(draft: Draft): TemplateComponent[] {
  const header = headerComponent(draft)
  const body = draft.body.trim()
  const footer = draft.footer.trim()
  const names = namesIn(body)
  const sample = (name: string) => draft.samples[name]?.trim() || exampleFor(name)
  const example = names.every(isNumbered)
    ? { body_text: [names.map(sample)] }
    : { body_text_named_params: names.map((name) => ({ param_name: name, example: sample(name) })) }
  return [
    ...(header ? [header] : []),
    { type: 'BODY', text: body, ...(names.length > 0 && { example }) },
    ...(footer ? [{ type: 'FOOTER', text: footer } as const] : []),
    ...(draft.buttons.length > 0 ? [{ type: 'BUTTONS', buttons: draft.buttons.map(buttonComponent) } as const] : []),
  ]
}

function headerComponent({ headerKind, headerText, mediaId, samples }: Draft): TemplateComponent | undefined {
  if (headerKind === 'NONE') return undefined
  if (headerKind === 'LOCATION') return { type: 'HEADER', format: 'LOCATION' }
  if (headerKind !== 'TEXT') return { type: 'HEADER', format: headerKind, mediaId }
  const text = headerText.trim()
  const names = namesIn(text)
  const example = names.every(isNumbered)
    ? { header_text: names.map((name) => samples[`header.${name}`]?.trim() || exampleFor(name)) }
    : {
        header_text_named_params: names.map((name) => ({
          param_name: name,
          example: samples[name]?.trim() || exampleFor(name),
        })),
      }
  return { type: 'HEADER', format: 'TEXT', text, ...(names.length > 0 && { example }) }
}

function buttonComponent({ kind, text, url, sample, phone, code }: ButtonDraft): Button {
  switch (kind) {
    case 'QUICK_REPLY':
      return { type: kind, text: text.trim() }
    case 'URL':
      return {
        type: kind,
        text: text.trim(),
        url: url.trim(),
        ...(namesIn(url).length > 0 && { example: [sample.trim() || 'example'] }),
      }
    case 'PHONE_NUMBER':
      return { type: kind, text: text.trim(), phone_number: phone.replace(/[\s()-]/g, '') }
    case 'COPY_CODE':
      return { type: kind, example: code.trim() }
  }
}

/** Sample values for the preview. */
export const sampleValues = ({ samples, buttons }: Draft): Record<string, string> => ({
  code: '482915',
  ...samples,
  ...Object.fromEntries(
    buttons.flatMap(({ kind, sample, code }, index) =>
      kind === 'URL' ? [[`button.${index}.1`, sample]] : kind === 'COPY_CODE' ? [[`button.${index}.code`, code]] : [],
    ),
  ),
})

/** Converts an existing template to a draft. */
export function toDraft(view: View): Draft {
  const template = { components: view.components as unknown as TemplateComponent[] }
  const header = headerOf(template)
  const body = bodyOf(template)
  const footer = footerOf(template)
  const buttons = buttonsOf(template)
  const code = buttons.find((button) => button.type === 'OTP')
  return {
    ...NEW_DRAFT,
    name: view.name,
    language: view.language,
    category: view.requestedCategory,
    headerKind: header?.format ?? 'NONE',
    headerText: header?.format === 'TEXT' ? header.text : '',
    mediaId: header && 'mediaId' in header ? header.mediaId : '',
    body: body?.text ?? '',
    footer: footer?.text ?? '',
    buttons: buttons.flatMap((button) => (button.type === 'OTP' ? [] : [draftOfButton(button)])),
    samples: { ...samplesOfHeader(header), ...samplesOfBody(body) },
    hasWarning: body?.add_security_recommendation ?? false,
    expiryMinutes: footer?.code_expiration_minutes === undefined ? '' : String(footer.code_expiration_minutes),
    codeLabel: code?.text ?? '',
  }
}

const draftOfButton = (button: Exclude<Button, { type: 'OTP' }>): ButtonDraft => ({
  ...newButton(button.type),
  ...('text' in button && { text: button.text }),
  ...(button.type === 'URL' && { url: button.url, sample: button.example?.[0] ?? '' }),
  ...(button.type === 'PHONE_NUMBER' && { phone: button.phone_number }),
  ...(button.type === 'COPY_CODE' && { code: button.example }),
})

function samplesOfHeader(header: ReturnType<typeof headerOf>): Record<string, string> {
  if (header?.format !== 'TEXT') return {}
  const { header_text: values = [], header_text_named_params: params = [] } = header.example ?? {}
  return Object.fromEntries([
    ...values.map((value, index) => [`header.${index + 1}`, value]),
    ...params.map(({ param_name, example }) => [param_name, example]),
  ])
}

function samplesOfBody(body: ReturnType<typeof bodyOf>): Record<string, string> {
  const { body_text: rows = [], body_text_named_params: params = [] } = body?.example ?? {}
  return Object.fromEntries([
    ...(rows[0] ?? []).map((value, index) => [String(index + 1), value]),
    ...params.map(({ param_name, example }) => [param_name, example]),
  ])
}

/** The approximate length of the prefix that the server adds to names on the shared account. */
const PREFIX_CHARS = 8

/** Broken rules by form field. */
export function draftErrors(draft: Draft): Record<string, string> {
  const template = toTemplate(draft)
  const { problems } = checkTemplate(template, PREFIX_CHARS)
  const own = problems.map(({ path, message }) => ({ path: formField(path, template), message }))
  if (isMedia(draft.headerKind) && !draft.mediaId && draft.category !== 'AUTHENTICATION')
    own.push({ path: 'mediaId', message: t('choose a file') })
  return messagesByField(own)
}

export const isMedia = (kind: HeaderKind): kind is MediaFormat =>
  kind === 'IMAGE' || kind === 'VIDEO' || kind === 'DOCUMENT'

function messagesByField(problems: readonly { path: string; message: string }[]): Record<string, string> {
  const byField: Record<string, string> = {}
  for (const { path, message } of problems)
    byField[path] = [byField[path], withFullStop(capitalize(message))].filter(Boolean).join(' ')
  return byField
}

const TEXT_FIELDS: Readonly<Record<string, string>> = { HEADER: 'headerText', BODY: 'body', FOOTER: 'footer' }
const BUTTON_FIELDS: Readonly<Record<string, string>> = { text: 'text', url: 'url', phone_number: 'phone' }

/** Maps the server's `components.1.buttons.0.url` to the form's `buttons.0.url`. */
export function formField(path: string, { components }: Template): string {
  const [first = '', index, part = '', place, member = ''] = path.split('.')
  if (first !== 'components' || index === undefined) return first
  const component = components[Number(index)]
  if (component?.type !== 'BUTTONS')
    return part === 'mediaId' ? part : part === 'example' ? 'samples' : (TEXT_FIELDS[component?.type ?? ''] ?? first)
  if (place === undefined) return 'buttons'
  const isLink = component.buttons[Number(place)]?.type === 'URL'
  return `buttons.${place}.${BUTTON_FIELDS[member] ?? (isLink ? 'sample' : 'code')}`
}
