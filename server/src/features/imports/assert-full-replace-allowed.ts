import type { MergeStrategy } from '../../domain/contacts/contact.ts'
import { AppError } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'

/** FULL_REPLACE overwrites existing data, so only an administrator may use it, with an explicit confirmation. */
export function assertFullReplaceAllowed(
  who: VendorPrincipal,
  chosen: { mergeStrategy?: MergeStrategy | undefined; confirmFullReplace?: boolean | undefined },
) {
  if (chosen.mergeStrategy !== 'FULL_REPLACE') return
  if (who.role !== 'ADMIN')
    throw new AppError('FORBIDDEN', { detail: 'Only administrators of your company can use FULL_REPLACE.' })
  if (!chosen.confirmFullReplace)
    throw new AppError('FULL_REPLACE_NOT_CONFIRMED', {
      detail: 'FULL_REPLACE overwrites names, attributes and labels. Send confirmFullReplace: true to confirm.',
    })
}
