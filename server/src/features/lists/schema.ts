import { z } from 'zod'
import { unionLabels } from '../../domain/contacts/labels.ts'
import { LABELS_PER_REQUEST_MAX, LIST_CONTACT_IDS_MAX, LIST_NAME_CHARS_MAX } from '../../domain/limits.ts'
import { LabelName } from '../contacts/schema.ts'
import { singleLine } from '../vendors/schema.ts'

const ContactIds = z
  .array(z.string())
  .max(LIST_CONTACT_IDS_MAX)
  .meta({ example: ['01900000-0000-7000-8000-000000000000'] })

export const ListBody = z
  .strictObject({
    name: singleLine(LIST_NAME_CHARS_MAX).meta({ example: 'Diwali customers' }),
    contactIds: ContactIds.optional().meta({ example: [], description: 'A static list of these contacts' }),
    labels: z
      .array(LabelName)
      .min(1)
      .max(LABELS_PER_REQUEST_MAX)
      .overwrite((labels) => unionLabels(labels, []))
      .optional()
      .meta({ example: ['VIP'], description: 'A dynamic list of all contacts with one of these labels' }),
    importJobId: z.string().optional().meta({ description: 'A static list of the contacts of this import' }),
  })
  .refine((list) => !(list.labels && (list.contactIds || list.importJobId)), {
    path: ['labels'],
    error: 'a list is either dynamic (labels) or static (contacts), not both',
  })
  .meta({
    id: 'NewContactList',
    description:
      'With labels the list is dynamic; otherwise it is static with the given contacts. An unknown contact is 404.',
  })
export type ListBody = z.output<typeof ListBody>

export const MembersBody = z.strictObject({ contactIds: ContactIds.min(1) }).meta({ id: 'ListMembers' })

export const ListView = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['STATIC', 'DYNAMIC']).meta({ description: 'DYNAMIC lists contain all contacts with their labels' }),
    labels: z.array(z.string()),
    contacts: z.int().meta({ description: 'Current number of contacts' }),
    createdAt: z.string(),
  })
  .meta({ id: 'ContactList' })
