import { z } from 'zod'
import { gstinProblem } from '../../domain/invoicing/gstin.ts'
import { EMAIL_CHARS_MAX } from '../../domain/limits.ts'
import { CURRENCIES } from '../../domain/money/currencies.ts'
import { printableText, printProblem } from '../../domain/text/printable-text.ts'

/**
 * A single line of text. PostgreSQL stores neither NUL nor half a surrogate pair, and a line break could end a mail
 * header.
 */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')

/** Text printed on invoices: in any script that their fonts support. Invisible characters are removed. */
const printableLine = (max: number) =>
  singleLine(max)
    .overwrite(printableText)
    .min(1)
    .superRefine((text, context) => {
      const message = printProblem(text)
      if (message) context.addIssue({ code: 'custom', message })
    })

export const CompanyName = printableLine(200).meta({ example: 'Asha Traders' })

const GSTIN_PROBLEMS = {
  shape: 'must be a GSTIN of 15 characters, such as 27AAPFU0939F1ZV',
  state: 'starts with a state code that does not exist',
  checksum: 'has a wrong check character: check it for typing errors',
}
const Gstin = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((gstin, context) => {
    const problem = gstinProblem(gstin)
    if (problem) context.addIssue({ code: 'custom', message: GSTIN_PROBLEMS[problem] })
  })

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code such as IN', abort: true })
  .refine((code) => code !== 'ZZ' && regions.of(code) !== undefined, { error: 'is not a country code' })

const Timezone = z.string().refine(isTimezone, { error: 'must be a time zone such as Asia/Kolkata' })

const addressOf = (text: typeof singleLine) =>
  z.strictObject({
    line1: text(200),
    line2: text(200).nullish(),
    city: text(100).nullish(),
    state: text(100).nullish(),
    stateCode: z
      .string()
      .regex(/^[0-9A-Z]{1,3}$/, 'must be a state code such as 27')
      .nullish(),
    postalCode: text(20).nullish(),
    country: Country.nullish(),
  })

const detailsOf = (text: typeof singleLine) =>
  z.object({
    legalName: text(200).nullable().default(null),
    gstin: Gstin.nullable().default(null),
    address: addressOf(text).nullable().default(null),
    phone: z
      .string()
      .regex(/^\+?[0-9 ()-]{6,20}$/, 'must be a phone number')
      .nullable()
      .default(null),
    billingEmail: z.email().max(EMAIL_CHARS_MAX).nullable().default(null),
  })

/** The details stored encrypted, as one value. They were validated when given, by the rules of that time. */
export const VendorDetails = detailsOf(singleLine)
export type VendorDetails = z.output<typeof VendorDetails>

const { legalName, gstin, address, phone, billingEmail } = detailsOf(printableLine).shape

export const VendorPatch = z
  .strictObject({
    companyName: CompanyName,
    legalName: legalName.unwrap(),
    gstin: gstin.unwrap(),
    address: address
      .unwrap()
      .unwrap()
      .extend({ line1: printableLine(200).nullable() })
      .nullable()
      .meta({
        description: 'Needs `line1`; null only where nothing but the state of the GSTIN is given',
      }),
    country: Country,
    currency: z.enum(CURRENCIES),
    timezone: Timezone,
    phone: phone.unwrap(),
    billingEmail: billingEmail.unwrap(),
    lowBalanceThreshold: z.int().min(0).max(1_000_000_000_000),
    mfaRequired: z
      .boolean()
      .meta({ description: 'Members without a second factor can then sign in, but only set one up (`MFA_REQUIRED`)' }),
  })
  .partial()
  .meta({
    id: 'VendorPatch',
    description: 'Only the given fields change; null clears a field.',
    example: { companyName: 'Asha Traders', gstin: '27AAPFU0939F1ZV', lowBalanceThreshold: 50_000 },
  })
export type VendorPatch = z.output<typeof VendorPatch>

export const VendorView = z
  .object({
    id: z.string(),
    companyName: z.string(),
    legalName: z.string().nullable(),
    gstin: z.string().nullable(),
    address: z
      .object({
        line1: z.string().nullable().meta({ description: 'null: only the state is known, from the GSTIN' }),
        line2: z.string().nullable(),
        city: z.string().nullable(),
        state: z.string().nullable(),
        stateCode: z.string().nullable(),
        postalCode: z.string().nullable(),
        country: z.string().nullable(),
      })
      .nullable(),
    country: z.string(),
    currency: z.string(),
    timezone: z.string(),
    phone: z.string().nullable(),
    billingEmail: z.string().nullable(),
    lowBalanceThreshold: z.int().meta({ description: 'In minor units of the currency' }),
    mfaRequired: z.boolean(),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'CLOSING', 'CLOSED']).meta({
      description:
        'SUSPENDED: an operator has stopped all sending. CLOSING: the account is being closed, and payouts are on their way',
    }),
    suspension: z
      .object({ since: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: 'Why and since when nothing is sent, while the status is SUSPENDED' }),
    messagingEnabled: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'Vendor' })

function isTimezone(name: string) {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== undefined && !/^[+-]/.test(name)
    )
  } catch {
    return false
  }
}
