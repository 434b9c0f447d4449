import type { VendorId } from '../../domain/ids.ts'
import { mappingProblems, requiredKeys, type VariableMapping } from '../../domain/messaging/campaign-variables.ts'
import { variablesOf } from '../../domain/template/variables.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Audience, countAudience, type SkipReason } from '../contacts/audience/audience.ts'
import { findList } from '../contacts/lists/lists.ts'
import type { UsdRate } from '../currency/usd-rate.ts'
import { type AudiencePrice, type PricingDeps, priceAudienceAt, rateFor } from '../pricing/price-audience.ts'
import { assertApproved, findSendable, type SendableTemplate } from '../templates/sendable.ts'

export interface AudienceSelection {
  templateId: string
  contactListId: string
  /** Undefined: none were named, and nobody is left out for lacking one. */
  variables: VariableMapping | undefined
  excludeCountries: readonly string[]
}

/** Who would get a campaign, and who not. */
export interface ResolvedAudience {
  template: SendableTemplate
  listId: string
  /** Undefined when the template has variables and none were named. */
  mapping: VariableMapping | undefined
  excludeCountries: readonly string[]
  audience: Audience
}

/** And what it costs. */
export interface Assessment extends ResolvedAudience {
  price: AudiencePrice
}

/** A launch cannot do without variables, a quotation can. */
export interface AudienceOptions {
  needsVariables: boolean
}

/** As of now. It may ask for an exchange rate, so it stands before a transaction, not inside. */
export async function assess(
  deps: PricingDeps,
  vendorId: VendorId,
  wanted: AudienceSelection,
  now: Date,
  options: AudienceOptions,
): Promise<Assessment> {
  const resolved = await resolveAudience(deps.db, vendorId, wanted, now, options)
  return {
    ...resolved,
    price: await priceResolvedAudience(deps.db, vendorId, resolved, await rateFor(deps, vendorId, now), now),
  }
}

/** The first half, for those who have a price already: a quotation's holds. */
export async function resolveAudience(
  db: Db,
  vendorId: VendorId,
  wanted: AudienceSelection,
  now: Date,
  options: AudienceOptions,
): Promise<ResolvedAudience> {
  const template = await findSendable(db, vendorId, wanted.templateId)
  const { id: listId } = await findList({ db }, vendorId, wanted.contactListId)
  assertApproved(template)
  const mapping = mappingFor(template, wanted.variables, options)
  const { excludeCountries } = wanted
  const of = { listId, asOf: now, requiredKeys: requiredKeys(mapping ?? {}), excludeCountries }
  const audience = await countAudience(db, vendorId, of)
  assertHasRecipients(audience)
  return { template, listId, mapping, excludeCountries, audience }
}

/** The second half. Inside a transaction: pricing's `rateFor` comes before it, outside. */
export const priceResolvedAudience = (
  db: Db,
  vendorId: VendorId,
  { template: { category }, audience }: Pick<ResolvedAudience, 'template' | 'audience'>,
  rate: UsdRate,
  now: Date,
): Promise<AudiencePrice> =>
  priceAudienceAt(db, vendorId, { category, recipientsByCountry: audience.byCountry }, rate, now)

/** The mapping, if it fills exactly the variables of the template. */
export function mappingFor(
  template: Pick<SendableTemplate, 'components'>,
  variables: VariableMapping | undefined,
  { needsVariables }: AudienceOptions,
): VariableMapping | undefined {
  const names = variablesOf(template)
  if (variables === undefined && names.length > 0 && !needsVariables) return undefined
  const { missing, unknown } = mappingProblems(variables ?? {}, names)
  if (missing.length > 0)
    throw new AppError('VARIABLES_REQUIRED', {
      detail: `Provide a source for these template variables: ${missing.join(', ')}.`,
      errors: missing.map((name) => ({ path: `variables.${name}`, message: 'is required' })),
    })
  if (unknown.length > 0)
    throw new AppError('VARIABLES_UNKNOWN', {
      detail:
        names.length > 0
          ? `The template has only these variables: ${names.join(', ')}.`
          : 'The template has no variables.',
      errors: unknown.map((name) => ({ path: `variables.${name}`, message: 'is not a variable of the template' })),
    })
  return variables ?? {}
}

export function assertHasRecipients({ recipients, skipped }: Audience) {
  if (recipients > 0) return
  const left = skipped.map(({ reason, count }) => `${count} ${WORDS[reason]}`).join(', ')
  throw new AppError('LIST_EMPTY', {
    detail: left === '' ? 'This contact list is empty.' : `No contact on this list can receive the message: ${left}.`,
  })
}

const WORDS: Record<SkipReason, string> = {
  OPTED_OUT: 'opted out',
  VARIABLE_MISSING: 'without a value for a variable',
  COUNTRY_EXCLUDED: 'in an excluded country',
}
