import { FAILURES, WARNINGS } from '../../server/src/domain/contacts/contact.ts'
import { PROVIDER_ERRORS } from '../../server/src/domain/messaging/provider-errors.ts'
import { PAUSE_SENTENCES } from '../../server/src/domain/notifications/campaign.ts'
import { ERRORS } from '../../server/src/platform/errors.ts'

/** Fixed texts of the API that the portal shows. */
export const SERVER_TEXTS: readonly string[] = [
  ...Object.values(ERRORS).map(([, title]) => title),
  ...Object.values(FAILURES),
  ...Object.values(WARNINGS),
  ...Object.values(PAUSE_SENTENCES).map(({ why, next }) => `${why} ${next}`),
  ...Object.values(PROVIDER_ERRORS).map(({ reason }) => reason),
]
