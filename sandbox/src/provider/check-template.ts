import type { GraphErrorDetails } from './graph-error.ts'
import type { NewTemplate } from './new-template.ts'

const LENGTHS: Readonly<Record<string, { max: number; subcode: number }>> = {
  HEADER: { max: 60, subcode: 2388047 },
  BODY: { max: 1_024, subcode: 2388072 },
  FOOTER: { max: 60, subcode: 2388073 },
}

/** The problems that are rejected at submission, before the review. */
export function templateError(
  template: NewTemplate,
  account: { isTaken: boolean; isFull: boolean },
): GraphErrorDetails | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(template.name))
    return fault(2388040, 'Name not valid', 'The name has characters that are not allowed.')
  if (account.isTaken)
    return fault(
      2388024,
      'Content in This Language Already Exists',
      'There is already content for this template in this language.',
    )
  if (account.isFull)
    return fault(2388019, 'Template limit exceeded', 'The account has as many templates as it may have.')
  for (const { type, text } of template.components) {
    const rule = LENGTHS[type]
    if (!rule || text === undefined) continue
    if ([...text].length > rule.max) return fault(rule.subcode, `${type} too long`, `The ${type} is too long.`)
    if (type === 'BODY' && /^\s*\{\{|\}\}\s*$/.test(text))
      return fault(
        2388299,
        "Variables can't be at the start or end",
        "Variables can't be at the start or end of the template.",
      )
    if (/\}\}\s*\{\{/.test(text)) return fault(rule.subcode, 'Adjacent variables', 'Two variables stand side by side.')
  }
  const lacking = template.components.find((part) => /\{\{/.test(part.text ?? '') && part.example === undefined)
  return lacking && fault(2388043, 'Example missing', `The ${lacking.type} has variables and no example.`)
}

const fault = (subcode: number, title: string, words: string): GraphErrorDetails => ({
  status: 400,
  code: 100,
  message: 'Invalid parameter',
  template: { subcode, title, words },
})
