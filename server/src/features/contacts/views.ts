import { z } from 'zod'
import { CONSENT_STATUSES } from '../../domain/contacts/consent.ts'
import { CONTACT_SOURCES } from '../../domain/contacts/contact.ts'
import { dictionarySchema } from '../../platform/http/dictionary-schema.ts'

/** What an import stated; opt-outs by other ways are not part of it. */
export const ConsentView = z
  .object({
    status: z.enum(CONSENT_STATUSES).nullable(),
    date: z.string().nullable().meta({ description: 'As in the file', example: '2026-11-15' }),
    source: z.string().nullable().meta({ example: 'web form' }),
  })
  .nullable()
  .meta({ description: 'The consent to marketing that an import stated' })

export const ContactView = z
  .object({
    id: z.string(),
    name: z.string(),
    mobile: z.string().meta({ description: 'Digits only', example: '919876543210' }),
    e164: z.string().meta({ example: '+919876543210' }),
    countryCode: z
      .string()
      .meta({ example: 'IN', description: '001 for numbers that belong to no country, such as +800' }),
    labels: z.array(z.string()),
    attributes: dictionarySchema(z.string()),
    source: z.enum(CONTACT_SOURCES).meta({ description: 'Imports never overwrite MANUAL contacts' }),
    optedOutAt: z.string().nullable().meta({ description: 'When this number opted out' }),
    optOutReason: z
      .enum(['STOP', 'MANUAL', 'PROVIDER', 'PREFERENCE'])
      .nullable()
      .meta({ description: 'STOP and MANUAL can be removed here; the others only by the contact, at the provider' }),
    consent: ConsentView,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Contact' })
export type ContactView = z.output<typeof ContactView>

const Warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Warnings; the contact was saved anyway', example: ['more than 10 labels'] })

export const SavedContactView = ContactView.extend({ warnings: Warnings }).meta({ id: 'WrittenContact' })
export type SavedContactView = z.output<typeof SavedContactView>

const index = z.int().meta({ description: 'Index in the array or of the data row in the file, starting at 0' })
export const BulkView = z
  .object({
    created: z.int().meta({ description: 'New contacts' }),
    updated: z.int().meta({ description: 'Existing contacts that changed' }),
    unchanged: z.int().meta({ description: 'Items without any effect' }),
    failed: z.array(z.object({ index, reason: z.string() })),
    warnings: z.array(z.object({ index, warning: z.string() })).optional(),
  })
  .meta({ id: 'BulkResult' })
export type BulkView = z.output<typeof BulkView>

export const ActionView = z
  .object({ contacts: z.int().meta({ description: 'Contacts that the action changed or applies to' }) })
  .meta({ id: 'ContactActionResult' })

export const CountryView = z
  .object({
    countryCode: z.string().meta({ example: 'IN' }),
    contacts: z.int().meta({ description: 'Number of contacts' }),
  })
  .meta({ id: 'ContactCountry' })

export const HistoryView = z
  .object({
    action: z.enum(['CREATE', 'UPDATE', 'MERGE', 'RESTORE', 'DELETE']),
    at: z.string(),
    actorId: z.string().nullable().meta({ description: 'The member; null for an API key' }),
    jobId: z.string().nullable().meta({ description: 'The import that did it' }),
  })
  .meta({ id: 'ContactChange' })

export const LabelView = z
  .object({
    id: z.string(),
    name: z.string(),
    contacts: z.int().meta({ description: 'Number of contacts with this label' }),
  })
  .meta({ id: 'Label' })
