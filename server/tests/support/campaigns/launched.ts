import type { VendorId } from '../../../src/domain/ids.ts'
import { launchCampaign } from '../../../src/features/campaigns/launch/launch.ts'
import type { LaunchBody } from '../../../src/features/campaigns/launch/launch-schema.ts'
import { retryFailed } from '../../../src/features/campaigns/launch/retry-failed.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../src/platform/idempotency/idempotency.ts'
import type { TestProduct } from '../product.ts'

/** A principal, for calls that take no request. */
export const admin = (vendorId: VendorId) =>
  ({
    kind: 'vendor',
    vendorId,
    role: 'ADMIN',
    accountId: undefined,
    apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
  }) as const

/** Launches by calling the use case, for senders without users. */
export const launchBare = (
  { deps }: TestProduct,
  { vendorId, templateId, listId }: { vendorId: VendorId; templateId: string; listId: string },
  more: Partial<LaunchBody> = {},
) => launchCampaign(deps, admin(vendorId), { templateId, contactListId: listId, ...more }, NO_IDEMPOTENCY_KEY)

export const retryBare = (
  { deps }: TestProduct,
  { vendorId }: { vendorId: VendorId },
  campaignId: string,
  excludeCountries: LaunchBody['excludeCountries'] = [],
) => retryFailed(deps, admin(vendorId), campaignId, { excludeCountries }, NO_IDEMPOTENCY_KEY)
