import { z } from 'zod'

const SECONDS_MAX = 100_000_000_000

/** The provider's id of a message. */
export const Wamid = z.string().regex(/^[\x21-\x7e]{1,512}$/)

/** Digits, with or without a plus sign. */
export const MobileNumber = z.string().regex(/^\+?\d{5,20}$/)

/** Seconds as a number or a string. An invalid time counts as missing. */
export const EpochSeconds = z.coerce.number().int().positive().max(SECONDS_MAX).optional().catch(undefined)

/** Invalid text counts as missing. */
export const optionalText = (charsMax?: number) =>
  (charsMax === undefined ? z.string() : z.string().max(charsMax)).optional().catch(undefined)

export const timeOf = (seconds: number | undefined, fallback: Date): Date =>
  seconds === undefined ? fallback : new Date(seconds * 1_000)
