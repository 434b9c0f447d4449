import { z } from 'zod'
import { gstinProblem } from '../../domain/invoicing/gstin.ts'
import { normalizeText } from '../../domain/messaging/inbound/keywords.ts'

/** How settings of each type are written in the environment. */

export const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error: `must be between ${min} and ${max}` })
export const ratio = z
  .string()
  .regex(/^(0|1|0\.\d{1,9}|1\.0+)$/, 'must be a number from 0 to 1')
  .transform(Number)
export const withDefault = <T extends z.ZodType<unknown, string>>(schema: T, fallback: string) =>
  z.string().default(fallback).pipe(schema)
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true')
export const splitKeys = (text: string) => text.split(',').map((part) => part.trim())
export const keys32 = z
  .string()
  .refine((text) => splitKeys(text).every((key) => Buffer.from(key, 'base64').length === 32), {
    error: 'must be 32 bytes in base64 (generate one with: openssl rand -base64 32), several separated by commas',
  })

/**
 * `id:base64,id:base64`: the first key encrypts and all of them decrypt, so a key is rotated by adding a new one at the
 * front.
 */
export const encryptionKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => {
    const [, id, material] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/=]+)\s*$/.exec(part) ?? []
    const bytes = Buffer.from(material ?? '', 'base64')
    if (!id || bytes.length !== 32) {
      context.addIssue({ code: 'custom', message: 'must be id:base64 of 32 bytes, several separated by commas' })
      return z.NEVER
    }
    return { id, bytes }
  })
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    context.addIssue({ code: 'custom', message: 'names the same key id twice' })
  return keys as [{ id: string; bytes: Buffer }, ...{ id: string; bytes: Buffer }[]]
})

export const jwtSecret = z.string().refine((text) => text.length >= 32, { error: 'must have at least 32 characters' })

/** Words separated by commas, normalised like the messages that they are compared with. */
export const words = z
  .string()
  .transform((text) => new Set(text.split(',').flatMap((word) => normalizeText(word) || [])))
  .refine(({ size }) => size > 0, { error: 'must be words separated by commas' })

export const gstin = z.string().refine((text) => gstinProblem(text) === undefined, {
  error: 'must be a valid GSTIN of 15 characters',
})
export const seriesPrefix = z.string().regex(/^[A-Z0-9]{1,5}$/, 'must be one to five capital letters or digits')
