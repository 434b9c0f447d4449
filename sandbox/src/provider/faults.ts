import type { GraphFault } from './graph-error.ts'

/** The codes that a message can be refused with, as the real provider words them. Their HTTP statuses follow no rule. */
const KNOWN: Readonly<Record<number, readonly [status: number, title: string]>> = {
  0: [401, 'AuthException'],
  1: [400, 'API Unknown'],
  2: [503, 'API Service'],
  3: [500, 'API Method'],
  4: [400, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  33: [400, 'Parameter value is not valid'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  368: [403, 'Temporarily blocked for policies violations'],
  80007: [400, 'Rate limit issues'],
  130429: [400, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131030: [400, 'Recipient phone number not in allowed list'],
  131031: [403, 'Account has been locked'],
  131042: [400, 'Business eligibility payment issue'],
  131045: [500, 'Incorrect certificate'],
  131047: [400, 'Re-engagement message'],
  131048: [400, 'Spam rate limit hit'],
  131049: [400, 'This message was not delivered to maintain healthy ecosystem engagement.'],
  131050: [400, 'User has stopped receiving marketing messages'],
  131051: [400, 'Unsupported message type'],
  131053: [400, 'Media upload error'],
  131056: [400, '(Business Account, Consumer Account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132005: [400, 'Translated text too long'],
  132007: [400, 'Template format character policy violated'],
  132012: [400, 'Parameter format does not match format in the created template'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  133004: [503, 'Server Temporarily Unavailable'],
  133010: [400, 'Phone number not registered'],
}

export const titleOf = (code: number) => KNOWN[code]?.[1] ?? 'Generic error'

export const faultOf = (code: number, details?: string): GraphFault => ({
  status: KNOWN[code]?.[0] ?? 400,
  code,
  message: `(#${code}) ${titleOf(code)}`,
  ...(details !== undefined && { details }),
})

/** The same error as callbacks tell it. */
export const callbackErrorOf = (code: number) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: titleOf(code) },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
})
