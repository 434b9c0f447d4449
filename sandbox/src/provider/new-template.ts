import { z } from 'zod'

const Part = z.looseObject({
  type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
  format: z.string().optional(),
  text: z.string().optional(),
  example: z.unknown().optional(),
  buttons: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional(), url: z.string().optional() }))
    .optional(),
})
export const NewTemplate = z.looseObject({
  name: z.string(),
  language: z.string(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  components: z.array(Part),
})
export const EditedTemplate = NewTemplate.omit({ name: true, language: true })
export type EditedTemplate = z.output<typeof EditedTemplate>
export type NewTemplate = z.output<typeof NewTemplate>
