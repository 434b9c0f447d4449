import { z } from 'zod'
import { fitContact } from '../../domain/contacts/attribute-size.ts'
import { LABEL_CHARS_MAX, readLabel, unionLabels } from '../../domain/contacts/labels.ts'
import { ATTRIBUTE_NAME_CHARS_MAX } from '../../domain/imports/mapping/column-use.ts'
import {
  ATTRIBUTE_BYTES_PER_CONTACT_MAX,
  ATTRIBUTE_VALUE_CHARS_MAX,
  ATTRIBUTES_PER_CONTACT_MAX,
  BATCH_ACTION_CONTACTS_MAX,
  BULK_CONTACTS_MAX,
  CONTACT_NAME_CHARS_MAX,
  LABELS_PER_REQUEST_MAX,
  LIST_CONTACT_IDS_MAX,
  MOBILE_CHARS_MAX,
  PAGE_MAX,
  PAGE_SIZE_MAX,
  SEARCH_CHARS_MAX,
} from '../../domain/limits.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import { CREATED, ListQuery, SORT } from '../../platform/http/pagination.ts'

const Name = z
  .string()
  .max(CONTACT_NAME_CHARS_MAX)
  .overwrite(cleanText)
  .meta({ example: 'Asha Rao', description: 'May be empty' })

const Mobile = z.string().max(MOBILE_CHARS_MAX).meta({
  example: '+91 98765 43210',
  description: 'An international number, with or without `+`; spaces, dashes and brackets are ignored',
})

export const LabelName = z
  .string()
  .overwrite(cleanText)
  .refine((name) => readLabel(name) !== undefined, { error: `must be 1 to ${LABEL_CHARS_MAX} characters` })
  .meta({ example: 'VIP' })

const Labels = z
  .array(LabelName)
  .max(LABELS_PER_REQUEST_MAX)
  .overwrite((labels) => unionLabels(labels, []))
  .meta({ example: ['VIP', 'Delhi'], description: 'Labels are case-insensitive' })

/** `name` is reserved for the contact's own name wherever attributes are selected by name. */
const AttributeName = z
  .string()
  .overwrite(cleanText)
  .min(1)
  .max(ATTRIBUTE_NAME_CHARS_MAX)
  .refine((key) => key !== 'name', { error: 'must not be `name`, which is a separate field' })
/** Removes NUL, which a file cannot contain: values must survive an export and import. */
const AttributeValue = z
  .string()
  .overwrite((value) => value.replaceAll('\0', '').trim())
  .max(ATTRIBUTE_VALUE_CHARS_MAX)
const isWithinCount = (attributes: object) => Object.keys(attributes).length <= ATTRIBUTES_PER_CONTACT_MAX
const TOO_MANY = { error: `must be at most ${ATTRIBUTES_PER_CONTACT_MAX}` }
export const ATTRIBUTES_TOO_LARGE = `must have at most ${ATTRIBUTE_BYTES_PER_CONTACT_MAX / 1024} KB of names and values together`

const Attributes = z
  .record(AttributeName, AttributeValue)
  .refine(isWithinCount, { ...TOO_MANY, abort: true })
  .refine(fitContact, { error: ATTRIBUTES_TOO_LARGE })
  .meta({
    example: { city: 'Pune' },
    description: `Custom values by name, for template variables; at most ${ATTRIBUTES_PER_CONTACT_MAX}, and ${ATTRIBUTE_BYTES_PER_CONTACT_MAX / 1024} KB of names and values together`,
  })

export const ContactBody = z
  .strictObject({
    name: Name.default(''),
    mobile: Mobile,
    labels: Labels.default([]),
    attributes: Attributes.default({}),
  })
  .meta({
    id: 'NewContact',
    description:
      'If the number already belongs to a contact, the response is 409 `CONTACT_EXISTS` with `existingContactId`, and nothing changes.',
  })
export type ContactBody = z.output<typeof ContactBody>

export const ContactPatch = z
  .strictObject({
    name: Name,
    labels: Labels.meta({ example: ['VIP'], description: 'Replaces all labels of the contact' }),
    attributes: z
      .record(AttributeName, AttributeValue.nullable())
      .refine(isWithinCount, TOO_MANY)
      .meta({
        example: { city: 'Mumbai', birthday: null },
        description: 'Only the given attributes change; null removes one',
      }),
  })
  .partial()
  .meta({
    id: 'ContactPatch',
    description:
      'Only the given fields change. A new name or new attributes mark the contact as MANUAL, so imports no longer overwrite it. The number identifies the contact and cannot be changed.',
  })
export type ContactPatch = z.output<typeof ContactPatch>

/** Items are validated one by one, so that an invalid item fails alone. */
export const BulkBody = z
  .strictObject({
    contacts: z
      .array(z.unknown())
      .max(BULK_CONTACTS_MAX)
      .meta({
        example: [{ name: 'Asha Rao', mobile: '919876543210', labels: ['VIP'], attributes: { city: 'Pune' } }],
        description: 'Each like the body of `POST /contacts`',
      }),
  })
  .meta({ id: 'BulkContacts' })

const Filters = {
  label: z.string().max(LABEL_CHARS_MAX).optional().meta({ description: 'Contacts with this label', example: 'VIP' }),
  listId: z.string().optional().meta({ description: 'Contacts on this list' }),
  countryCode: z
    .string()
    .regex(/^([A-Z]{2}|001)$/, 'must be a country code such as IN')
    .optional()
    .meta({ description: 'Contacts with numbers of this country', example: 'IN' }),
  status: z
    .enum(['ACTIVE', 'OPTED_OUT'])
    .optional()
    .meta({ description: 'Whether the number has opted out', example: 'ACTIVE' }),
  ...CREATED,
}
const Search = z.string().max(SEARCH_CHARS_MAX).optional().meta({
  description: 'A number in any format, its last digits (four or more), words of the name, or words and last digits',
  example: 'asha',
})

export const ContactsQuery = ListQuery.extend({ ...Filters, ...SORT, search: Search })
export const ExportQuery = z.strictObject(Filters)
export const SearchBody = z
  .strictObject({
    search: Search,
    ...Filters,
    ...SORT,
    page: z.int().min(1).max(PAGE_MAX).optional(),
    pageSize: z.int().min(1).max(PAGE_SIZE_MAX).optional(),
    cursor: ListQuery.shape.cursor,
  })
  .meta({
    id: 'ContactSearch',
    description:
      'A number matches in any format, and by its last digits from four on. Words match names that contain all of them ' +
      'as whole words; `asha 3210` matches words and last digits.',
  })
export type ContactSelection = Omit<z.output<typeof SearchBody>, 'page' | 'pageSize' | 'cursor' | 'sort'>

export const ActionBody = z
  .strictObject({
    action: z.enum(['ADD_LABELS', 'ADD_TO_LIST', 'OPT_OUT', 'DELETE']),
    contactIds: z.array(z.string()).min(1).max(LIST_CONTACT_IDS_MAX).optional(),
    matching: z
      .strictObject({ search: Search, ...Filters, count: z.int().min(1).max(BATCH_ACTION_CONTACTS_MAX) })
      .optional()
      .meta({
        description:
          'Instead of `contactIds`: all contacts that match, as in a search. `count` is the `total` of that search; if ' +
          'more match by now, nothing changes and the response is 409 `INVALID_STATE`. Give `createdTo` with the time of ' +
          'that search, so that a repeated request does not include contacts that were added since.',
      }),
    labels: Labels.optional().meta({ example: ['VIP'], description: 'For `ADD_LABELS`' }),
    listId: z.string().optional().meta({ description: 'For `ADD_TO_LIST`: a static list' }),
  })
  .refine(({ contactIds, matching }) => (contactIds === undefined) !== (matching === undefined), {
    path: ['contactIds'],
    error: 'give either contactIds or matching',
  })
  .refine(({ action, labels }) => action !== 'ADD_LABELS' || Boolean(labels?.length), {
    path: ['labels'],
    error: 'must name at least one label',
  })
  .refine(({ action, listId }) => action !== 'ADD_TO_LIST' || listId !== undefined, {
    path: ['listId'],
    error: 'must name a list',
  })
  .meta({ id: 'ContactAction' })
export type ActionBody = z.output<typeof ActionBody>

export const LabelBody = z.strictObject({ name: LabelName }).meta({ id: 'NewLabel' })
