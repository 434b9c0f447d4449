import type { VendorId } from '../../domain/ids.ts'
import { checkTemplate } from '../../domain/template/check-template.ts'
import { headerOf, type Template } from '../../domain/template/template.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { takeMedia } from '../media/use.ts'

/** `prefixChars`: what the shared account puts in front of the name. */
export function assertRules(template: Template, prefixChars: number) {
  const { problems } = checkTemplate(template, prefixChars)
  const [first] = problems
  if (first)
    throw new AppError('TEMPLATE_INVALID', { detail: `${first.path}: ${first.message}`, errors: problems.slice(0, 50) })
}

/** Null when the header shows no file. */
export async function takeHeaderFile(tx: Tx, vendorId: VendorId, template: Template): Promise<string | null> {
  const header = headerOf(template)
  if (!header || !('mediaId' in header)) return null
  const format = await takeMedia(tx, vendorId, header.mediaId)
  if (format === header.format) return header.mediaId
  const path = `components.${template.components.indexOf(header)}.mediaId`
  const message = format === undefined ? 'is not the id of one of your files' : `is a file for a ${format} header`
  throw new AppError('TEMPLATE_INVALID', { detail: `${path}: ${message}`, errors: [{ path, message }] })
}
