import { z } from 'zod'
import { CONTACT_SOURCES } from '../../domain/contacts/contact.ts'
import { dictionarySchema } from '../../platform/http/dictionary-schema.ts'

export const ContactView = z
  .object({
    id: z.string(),
    name: z.string(),
    mobile: z.string().meta({ description: 'Digits only', example: '919876543210' }),
    e164: z.string().meta({ example: '+919876543210' }),
    countryCode: z.string().meta({ example: 'IN', description: '001 for numbers of no country, such as +800' }),
    labels: z.array(z.string()),
    attributes: dictionarySchema(z.string()),
    source: z.enum(CONTACT_SOURCES).meta({ description: 'Files never overwrite what is MANUAL' }),
    optedOutAt: z.string().nullable().meta({ description: 'Since when this number must not be written to' }),
    optOutReason: z
      .enum(['STOP', 'MANUAL', 'PROVIDER', 'PREFERENCE'])
      .nullable()
      .meta({ description: 'STOP and MANUAL can be taken back here; the others only by the person, at the provider' }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Contact' })
export type ContactView = z.output<typeof ContactView>

const Warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'What is unusual but was done all the same', example: ['more than 10 labels'] })

export const WrittenContactView = ContactView.extend({ warnings: Warnings }).meta({ id: 'WrittenContact' })
export type WrittenContactView = z.output<typeof WrittenContactView>

const index = z.int().meta({ description: 'Place in the array, or of the row among the rows of the file, from 0' })
export const BulkView = z
  .object({
    created: z.int().meta({ description: 'New contacts' }),
    updated: z.int().meta({ description: 'Contacts that were there and changed' }),
    unchanged: z.int().meta({ description: 'Items that added nothing' }),
    failed: z.array(z.object({ index, reason: z.string() })),
    warnings: z.array(z.object({ index, warning: z.string() })).optional(),
  })
  .meta({ id: 'BulkResult' })
export type BulkView = z.output<typeof BulkView>

export const HistoryView = z
  .object({
    action: z.enum(['CREATE', 'UPDATE', 'MERGE', 'RESTORE', 'DELETE']),
    at: z.string(),
    actorId: z.string().nullable().meta({ description: 'The user; null for an API key' }),
    jobId: z.string().nullable().meta({ description: 'The import that did it' }),
  })
  .meta({ id: 'ContactChange' })

export const LabelView = z
  .object({ id: z.string(), name: z.string(), contacts: z.int().meta({ description: 'How many have it' }) })
  .meta({ id: 'Label' })
