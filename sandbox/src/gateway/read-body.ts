import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Notes } from './entities.ts'
import { GatewayError } from './gateway-error.ts'

const THREE_DECIMALS: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const NOTES = 'Number of fields in notes should be less than or equal to 15'
const NOTE = 'The notes must be texts of at most 256 characters'
const note = z.union([z.string(), z.number(), z.boolean()], NOTE).transform(String).pipe(z.string().max(256, NOTE))
const NoteFields = z
  .record(z.string().max(256, NOTE), note, 'The notes must be an array.')
  .refine((notes) => Object.keys(notes).length <= 15, NOTES)
const NoNotes = z.array(z.never(NOTE), NOTE)

export const NotesField = z
  .union([NoNotes, NoteFields], NOTES)
  .optional()
  .transform(
    (notes): Notes => (notes === undefined || Array.isArray(notes) || Object.keys(notes).length === 0 ? [] : notes),
  )

export const Receipt = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()

const AMOUNT = 'The amount must be an integer.'
export const Amount = z.int(AMOUNT)
export const Currency = z
  .string('The currency field is required.')
  .refine((code) => CURRENCIES.has(code), 'Currency is not supported')

/** The minimum is 100 minor units, and the third decimal of a currency must be 0. */
export function assertChargeable(amount: number, currency: string) {
  if (amount < 100) {
    const least = currency === 'INR' ? 'INR 1.00' : `${currency} 100 in its smallest unit`
    throw new GatewayError(`The amount must be at least ${least}`, { field: 'amount' })
  }
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0) {
    throw new GatewayError(`The last digit of an amount in ${currency} must be 0`, { field: 'amount' })
  }
}

/** Reports only the first problem, like the real gateway. */
export function readBody<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body ?? {}, { reportInput: true })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => key.slice(0, 60)).join(', ')
    throw new GatewayError(`${names} is/are not required and should not be sent`)
  }
  const field = String(issue?.path[0] ?? '')
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  const description = isMissing ? `The ${field} field is required.` : (issue?.message ?? 'The request is invalid.')
  throw new GatewayError(description, field ? { field } : {})
}
