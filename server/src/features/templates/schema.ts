import { z } from 'zod'
import { TEMPLATE_STATUSES } from '../../domain/template/status.ts'
import { MEDIA_FORMATS, TEMPLATE_CATEGORIES, type Template } from '../../domain/template/template.ts'
import { ListQuery, SORT } from '../../platform/http/pagination.ts'

/** Longer than any rule allows, so that a text that is too long is refused with the message of the rule. */
const TEXT_CHARS_MAX = 5_000
const LIST_MAX = 100

/** Text with line breaks. Other control characters and lone surrogates are refused. */
const Text = z
  .string()
  .max(TEXT_CHARS_MAX)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'must not contain control characters')
const Category = z.enum(TEMPLATE_CATEGORIES)
const NamedExamples = z.array(z.strictObject({ param_name: Text, example: Text })).max(LIST_MAX)

const Header = z.discriminatedUnion('format', [
  z.strictObject({
    type: z.literal('HEADER'),
    format: z.literal('TEXT'),
    text: Text,
    example: z
      .strictObject({
        header_text: z.array(Text).max(LIST_MAX).optional(),
        header_text_named_params: NamedExamples.optional(),
      })
      .optional(),
  }),
  z.strictObject({
    type: z.literal('HEADER'),
    format: z.enum(MEDIA_FORMATS),
    mediaId: z.string().max(TEXT_CHARS_MAX).meta({ description: 'The id returned by POST /media' }),
  }),
  z.strictObject({ type: z.literal('HEADER'), format: z.literal('LOCATION') }),
])
const Body = z.strictObject({
  type: z.literal('BODY'),
  text: Text.optional(),
  add_security_recommendation: z.boolean().optional(),
  example: z
    .strictObject({
      body_text: z.array(z.array(Text).max(LIST_MAX)).max(LIST_MAX).optional(),
      body_text_named_params: NamedExamples.optional(),
    })
    .optional(),
})
const Footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: Text.optional(),
  code_expiration_minutes: z.int().min(1).max(90).optional(),
})
const Button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: Text }),
  z.strictObject({ type: z.literal('URL'), text: Text, url: Text, example: z.array(Text).max(LIST_MAX).optional() }),
  z.strictObject({ type: z.literal('PHONE_NUMBER'), text: Text, phone_number: Text }),
  z.strictObject({ type: z.literal('COPY_CODE'), example: Text }),
  z.strictObject({ type: z.literal('OTP'), otp_type: z.literal('COPY_CODE'), text: Text.optional() }),
])
const Buttons = z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(Button).max(LIST_MAX) })
const Components = z.array(z.discriminatedUnion('type', [Header, Body, Footer, Buttons])).max(LIST_MAX)

const TemplateContent = z.strictObject({
  category: Category,
  components: Components.min(1).optional().meta({ description: "In the provider's format" }),
  body: Text.optional().meta({
    description: 'Instead of `components`: the body text only',
    example: 'Hello {{1}}, your order {{2}} is on its way to you.',
  }),
})
const isOneForm = ({ components, body }: z.output<typeof TemplateContent>) =>
  (components === undefined) !== (body === undefined)
const ONE_FORM = { path: ['components'], error: 'either components or body is required, not both' }

export const TemplateBody = TemplateContent.extend({
  name: z.string().max(TEXT_CHARS_MAX).meta({ example: 'order_update' }),
  language: z.string().max(20).meta({ example: 'en_US' }),
})
  .refine(isOneForm, ONE_FORM)
  .meta({ id: 'NewTemplate' })
export type TemplateBody = z.output<typeof TemplateBody>

export const TemplateChangeBody = TemplateContent.refine(isOneForm, ONE_FORM).meta({
  id: 'TemplateChange',
  example: { category: 'UTILITY', body: 'Hello {{1}}, your order {{2}} is on its way to you.' },
})
export type TemplateChangeBody = z.output<typeof TemplateChangeBody>

/** Normalizes both forms. */
export const componentsIn = ({ components, body }: TemplateChangeBody): Template['components'] =>
  components ?? [{ type: 'BODY', text: body }]

export const readBody = ({ name, language, ...written }: TemplateBody): Template => ({
  name,
  category: written.category,
  language,
  components: componentsIn(written),
})

export const TemplateQuery = ListQuery.extend({ status: z.enum(TEMPLATE_STATUSES).optional(), ...SORT })

export const TemplateView = z
  .object({
    id: z.string(),
    name: z.string(),
    category: Category.meta({ description: 'As assigned by the provider; determines the price' }),
    requestedCategory: Category,
    language: z.string(),
    status: z.enum(TEMPLATE_STATUSES).meta({ description: 'Only APPROVED templates can be sent' }),
    components: z.array(z.record(z.string(), z.unknown())),
    variables: z.array(z.string()).meta({ description: 'Variables a campaign has to provide' }),
    rejectionReason: z.string().nullable(),
    quality: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Template' })
export type TemplateView = z.output<typeof TemplateView>
