import { type Expected, refusal } from '../engine/verb.ts'
import type { Model } from '../model/model.ts'

/** A closed vendor may only read its documents. */
export const closedOr = (model: Model, otherwise: () => Expected): Expected =>
  model.status === 'CLOSED' ? refusal(403, 'VENDOR_CLOSED') : otherwise()
