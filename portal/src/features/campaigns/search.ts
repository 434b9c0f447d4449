/** The filters of a campaign's recipients, as they are in the URL. */
export interface RecipientsSearch {
  status?: string
  /** An error code. */
  reason?: string
}

const CODE = /^[A-Z0-9_]{1,50}$/

export const recipientsSearch = ({ status, reason }: Record<string, unknown>): RecipientsSearch => ({
  ...(isCode(status) && { status }),
  ...((isCode(reason) || typeof reason === 'number') && { reason: String(reason) }),
})

/** The two campaigns of a comparison. */
interface CompareSearch {
  a?: string
  b?: string
}

export const compareSearch = ({ a, b }: Record<string, unknown>): CompareSearch => ({
  ...(typeof a === 'string' && a && { a }),
  ...(typeof b === 'string' && b && { b }),
})

/** The month of a calendar: `2026-11`. */
export const calendarSearch = ({ month }: Record<string, unknown>): { month?: string } => ({
  ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
})

const isCode = (value: unknown): value is string => typeof value === 'string' && CODE.test(value)
