import { providerIdsOf } from '../../../src/platform/crypto/provider-ids.ts'
import type { TestProduct } from '../product.ts'

/** The provider's id of a message as it is stored. */
export const sealedId = async ({ deps }: Pick<TestProduct, 'deps'>, wamid: string) =>
  (await providerIdsOf(deps, deps.db)).seal(wamid)
