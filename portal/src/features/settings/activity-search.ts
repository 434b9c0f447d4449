import type { VendorAction } from '@harkara/server/domain/accounts/vendor-actions'
import { VENDOR_ACTIONS } from '@harkara/server/domain/accounts/vendor-actions'
import { isDay, periodOf } from '../campaigns/period.ts'

/** The filters, as they are in the URL. Days are in the vendor's time zone, both included. */
export interface ActivitySearch {
  actor?: string
  action?: VendorAction
  from?: string
  to?: string
}

export const activitySearch = ({ actor, action, from, to }: Record<string, unknown>): ActivitySearch => ({
  ...(typeof actor === 'string' && actor && { actor }),
  ...(isAction(action) && { action }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
})

const isAction = (value: unknown): value is VendorAction => VENDOR_ACTIONS.some((action) => action === value)

/** The filters of the request. */
export const activityFilters = ({ actor, action, from, to }: ActivitySearch, timeZone: string) => ({
  actor,
  action,
  ...periodOf({ from, to }, timeZone),
})
