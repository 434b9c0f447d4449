import { assertNever } from '../assert.ts'
import { bodyOf, buttonsOf, footerOf, headerOf, type MediaFormat, type Template } from './template.ts'
import { fillVariables, isNumbered } from './variables.ts'

/** A message as the recipient sees it. */
export interface RenderedMessage {
  header:
    | { format: 'TEXT'; text: string }
    | { format: MediaFormat; mediaId: string }
    | { format: 'LOCATION' }
    | undefined
  body: string
  footer: string | undefined
  buttons: RenderedButton[]
}

export interface RenderedButton {
  type: string
  text: string
  /** The URL, phone number or code of the button. */
  target?: string | undefined
}

/** The template with its variables filled; those without a value stay as written. */
export function renderTemplate(
  template: Pick<Template, 'components'>,
  valueFor: (variable: string) => string | undefined,
): RenderedMessage {
  const header = headerOf(template)
  return {
    header:
      header?.format === 'TEXT'
        ? {
            format: 'TEXT',
            text: fillVariables(header.text, (name) => valueFor(isNumbered(name) ? `header.${name}` : name)),
          }
        : header && 'mediaId' in header
          ? { format: header.format, mediaId: header.mediaId }
          : header,
    body: renderBody(template, valueFor),
    footer: renderFooter(template),
    buttons: renderButtons(template, valueFor),
  }
}

/** A sign-in code uses the provider's text. */
function renderBody(template: Pick<Template, 'components'>, valueFor: (variable: string) => string | undefined) {
  const body = bodyOf(template)
  if (body?.text !== undefined) return fillVariables(body.text, valueFor)
  const code = `${valueFor('code') ?? '{{code}}'} is your verification code.`
  return body?.add_security_recommendation ? `${code} For your security, do not share this code.` : code
}

function renderFooter(template: Pick<Template, 'components'>) {
  const footer = footerOf(template)
  const minutes = footer?.code_expiration_minutes
  return footer?.text ?? (minutes === undefined ? undefined : `This code expires in ${minutes} minutes.`)
}

const renderButtons = (
  template: Pick<Template, 'components'>,
  valueFor: (variable: string) => string | undefined,
): RenderedButton[] =>
  buttonsOf(template).map((button, index) => {
    switch (button.type) {
      case 'QUICK_REPLY':
        return { type: button.type, text: button.text }
      case 'URL': {
        const encoded = (name: string) => {
          const value = valueFor(`button.${index}.${name}`)
          return value === undefined ? undefined : encodeURIComponent(value)
        }
        return { type: button.type, text: button.text, target: fillVariables(button.url, encoded) }
      }
      case 'PHONE_NUMBER':
        return { type: button.type, text: button.text, target: button.phone_number }
      case 'COPY_CODE':
        return { type: button.type, text: 'Copy offer code', target: valueFor(`button.${index}.code`) }
      case 'OTP':
        return { type: button.type, text: button.text ?? 'Copy code', target: valueFor('code') }
      default:
        return assertNever(button)
    }
  })
