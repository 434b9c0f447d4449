import type { VendorId } from '../../domain/ids.ts'
import { checkTemplate } from '../../domain/template/check-template.ts'
import { headerOf, type Template } from '../../domain/template/template.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { retainMedia } from '../media/use.ts'

/** `prefixChars` is the length of the prefix that the name gets in the shared account. */
export function assertValidTemplate(template: Template, prefixChars: number) {
  const { problems } = checkTemplate(template, prefixChars)
  const [first] = problems
  if (first)
    throw new AppError('TEMPLATE_INVALID', { detail: `${first.path}: ${first.message}`, errors: problems.slice(0, 50) })
}

/** Adds a reference to the header file. Null when the header has none. */
export async function retainHeaderFile(tx: Tx, vendorId: VendorId, template: Template): Promise<string | null> {
  const header = headerOf(template)
  if (!header || !('mediaId' in header)) return null
  const format = await retainMedia(tx, vendorId, header.mediaId)
  if (format === header.format) return header.mediaId
  const path = `components.${template.components.indexOf(header)}.mediaId`
  const message = format === undefined ? 'is not the id of one of your files' : `is a file for a ${format} header`
  throw new AppError('TEMPLATE_INVALID', { detail: `${path}: ${message}`, errors: [{ path, message }] })
}
