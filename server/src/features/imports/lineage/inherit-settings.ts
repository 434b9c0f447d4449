import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { type ImportDetails, openDetails, sealDetails } from '../encrypted-columns.ts'
import type * as sql from '../sql.ts'

/**
 * What a corrected error report takes from its import: the settings that neither the upload nor its preset gave. Never
 * FULL_REPLACE, which has to be chosen and confirmed by an administrator each time.
 */
export function inheritedSettings(cipher: FieldCipher, parent: sql.JobRow, details: ImportDetails): sql.JobUpdate {
  const isUnset = new Set(details.unset)
  const { listName } = openDetails(cipher, parent.details_cipher)
  return {
    ...(isUnset.has('defaultCountry') && { default_country: parent.default_country }),
    ...(isUnset.has('labels') && { labels: parent.labels }),
    ...(isUnset.has('mergeStrategy') &&
      parent.merge_strategy !== 'FULL_REPLACE' && { merge_strategy: parent.merge_strategy }),
    ...(isUnset.has('listName') && { details_cipher: sealDetails(cipher, { ...details, listName }) }),
  }
}
