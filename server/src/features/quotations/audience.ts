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
  /** Undefined when none were given; then no contact is skipped for a missing value. */
  variables: VariableMapping | undefined
  excludeCountries: readonly string[]
}

/** The recipients of a campaign, and who is skipped. */
export interface ResolvedAudience {
  template: SendableTemplate
  listId: string
  /** Undefined when the template has variables and none were given. */
  mapping: VariableMapping | undefined
  excludeCountries: readonly string[]
  audience: Audience
}

export interface PricedAudience extends ResolvedAudience {
  price: AudiencePrice
}

/** A launch needs variables, a quotation does not. */
interface AudienceOptions {
  needsVariables: boolean
}

/** May call the exchange rate service, so it must not run inside a transaction. */
export async function resolveAndPrice(
  deps: PricingDeps,
  vendorId: VendorId,
  selection: AudienceSelection,
  now: Date,
  options: AudienceOptions,
): Promise<PricedAudience> {
  const resolved = await resolveAudience(deps.db, vendorId, selection, now, options)
  return {
    ...resolved,
    price: await priceResolvedAudience(deps.db, vendorId, resolved, await rateFor(deps, vendorId, now), now),
  }
}

/** Without the price, for callers that use the price of a quotation. */
export async function resolveAudience(
  db: Db,
  vendorId: VendorId,
  selection: AudienceSelection,
  now: Date,
  options: AudienceOptions,
): Promise<ResolvedAudience> {
  const template = await findSendable(db, vendorId, selection.templateId)
  const { id: listId } = await findList({ db }, vendorId, selection.contactListId)
  assertApproved(template)
  const mapping = mappingFor(template, selection.variables, options)
  const { excludeCountries } = selection
  const members = { listId, asOf: now, requiredKeys: requiredKeys(mapping ?? {}), excludeCountries }
  const audience = await countAudience(db, vendorId, members)
  assertHasRecipients(audience)
  return { template, listId, mapping, excludeCountries, audience }
}

/** May run inside a transaction, because `rate` comes from `rateFor` before it. */
export const priceResolvedAudience = (
  db: Db,
  vendorId: VendorId,
  { template: { category }, audience }: Pick<ResolvedAudience, 'template' | 'audience'>,
  rate: UsdRate,
  now: Date,
): Promise<AudiencePrice> =>
  priceAudienceAt(db, vendorId, { category, recipientsByCountry: audience.byCountry }, rate, now)

/** Throws unless the mapping fills exactly the variables of the template. */
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
  const left = skipped.map(({ reason, count }) => `${count} ${SKIP_REASON_TEXT[reason]}`).join(', ')
  throw new AppError('LIST_EMPTY', {
    detail: left === '' ? 'This contact list is empty.' : `No contact on this list can receive the message: ${left}.`,
  })
}

const SKIP_REASON_TEXT: Record<SkipReason, string> = {
  OPTED_OUT: 'opted out',
  VARIABLE_MISSING: 'without a value for a variable',
  COUNTRY_EXCLUDED: 'in an excluded country',
}
