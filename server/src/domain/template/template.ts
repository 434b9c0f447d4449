/** A message template, with the provider's names for its parts. */
export interface Template {
  name: string
  language: string
  category: TemplateCategory
  components: TemplateComponent[]
}

export const TEMPLATE_CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

export const MEDIA_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const
export type MediaFormat = (typeof MEDIA_FORMATS)[number]

export type TemplateComponent = Header | Body | Footer | Buttons

type Header =
  | { type: 'HEADER'; format: 'TEXT'; text: string; example?: HeaderExample | undefined }
  /** `mediaId` is a file that the vendor uploaded before. */
  | { type: 'HEADER'; format: MediaFormat; mediaId: string }
  | { type: 'HEADER'; format: 'LOCATION' }
interface HeaderExample {
  header_text?: string[] | undefined
  header_text_named_params?: NamedExample[] | undefined
}

interface Body {
  type: 'BODY'
  /** Sign-in codes have the provider's text. */
  text?: string | undefined
  add_security_recommendation?: boolean | undefined
  example?: { body_text?: string[][] | undefined; body_text_named_params?: NamedExample[] | undefined } | undefined
}
export interface NamedExample {
  param_name: string
  example: string
}

interface Footer {
  type: 'FOOTER'
  text?: string | undefined
  code_expiration_minutes?: number | undefined
}

interface Buttons {
  type: 'BUTTONS'
  buttons: Button[]
}
export type Button =
  | { type: 'QUICK_REPLY'; text: string }
  | { type: 'URL'; text: string; url: string; example?: string[] | undefined }
  | { type: 'PHONE_NUMBER'; text: string; phone_number: string }
  | { type: 'COPY_CODE'; example: string }
  | { type: 'OTP'; otp_type: 'COPY_CODE'; text?: string | undefined }

export const headerOf = (template: Pick<Template, 'components'>) => find(template, 'HEADER')
export const bodyOf = (template: Pick<Template, 'components'>) => find(template, 'BODY')
export const footerOf = (template: Pick<Template, 'components'>) => find(template, 'FOOTER')
export const buttonsOf = (template: Pick<Template, 'components'>): Button[] => find(template, 'BUTTONS')?.buttons ?? []

const find = <Type extends TemplateComponent['type']>(template: Pick<Template, 'components'>, type: Type) =>
  template.components.find((part): part is Extract<TemplateComponent, { type: Type }> => part.type === type)
