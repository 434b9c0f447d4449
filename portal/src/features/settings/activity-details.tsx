import type { VendorAuditEntry } from '@harkara/server/vendor-audit/schema'
import type { VendorPatch } from '@harkara/server/vendors/schema'
import { Text } from '@mantine/core'
import type { Subscription } from '../../api/queries.ts'
import type { Out } from '../../api/types.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { PLAN_NAMES, STATES } from '../billing/display-names.ts'
import { STRATEGIES, type Strategy } from '../imports/display-names.ts'

type Plan = Subscription['plan']
type Status = Subscription['status']
type Entry = Out<typeof VendorAuditEntry>

/** What an entry says beyond its action: who, what and from where. */
export function ActivityDetails({ entry }: { entry: Entry }) {
  const format = useFormat()
  return (
    <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {factsOf(entry, format.instant).map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
    </Text>
  )
}

const ROLES: Readonly<Record<string, string>> = { ADMIN: t('Administrator'), MEMBER: t('Member') }
const CREDITS: Readonly<Record<string, string>> = { CREDIT: t('Credit'), BONUS: t('Bonus') }
const REFUSALS: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED: t('Used from an address that is not allowed'),
  API_KEY_EXPIRED: t('Used after it expired'),
}

export function factsOf(
  { email, ip, details }: Pick<Entry, 'email' | 'ip' | 'details'>,
  instant: (iso: string) => string,
): string[] {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined)
  const { amountMinorUnit, recipients, contacts } = details
  const [currency, from, to, role] = [text('currency'), text('from'), text('to'), text('role')]
  const [plan, status] = [text('plan'), text('status')]
  const facts = [
    email,
    text('name'),
    text('device'),
    role && ROLES[role],
    from && to && `${ROLES[from] ?? from} → ${ROLES[to] ?? to}`,
    text('reason') && REFUSALS[text('reason') ?? ''],
    details['scopes'] === null ? t('Full access') : text('scopes')?.split(' ').join(', '),
    details['isBoundToAddresses'] === true && t('Only from listed IP addresses'),
    details['isFilteredByLabel'] === true && t('Filtered by label'),
    text('expiresAt') && t('Expires {text}', { text: instant(text('expiresAt') ?? '') }),
    text('fields') && t('Changed: {list}', { list: text('fields')?.split(' ').map(fieldName).join(', ') }),
    text('mergeStrategy') && STRATEGIES[text('mergeStrategy') as Strategy]?.name,
    typeof contacts === 'number' && t('{contacts, plural, one {# contact} other {# contacts}}', { contacts }),
    typeof recipients === 'number' && t('{recipients, plural, one {# recipient} other {# recipients}}', { recipients }),
    typeof amountMinorUnit === 'number' && currency && formatMoney(amountMinorUnit, currency),
    text('type') && CREDITS[text('type') ?? ''],
    plan && t('Plan: {text}', { text: PLAN_NAMES[plan as Plan] ?? plan }),
    plan && status && t('Status: {text}', { text: STATES[status as Status]?.[1] ?? status }),
    text('invoiceNumber') && t('Invoice {text}', { text: text('invoiceNumber') }),
    ip && t('From {ip}', { ip }),
  ]
  return facts.filter((fact): fact is string => Boolean(fact))
}

const FIELDS: Readonly<Record<keyof VendorPatch, string>> = {
  companyName: t('company name'),
  legalName: t('legal name'),
  gstin: 'GSTIN',
  address: t('address'),
  country: t('country'),
  currency: t('currency'),
  timezone: t('time zone'),
  phone: t('phone'),
  billingEmail: t('billing email'),
  lowBalanceThreshold: t('low balance alert'),
  mfaRequired: t('two-factor for the team'),
}

const fieldName = (name: string) => FIELDS[name as keyof VendorPatch] ?? name
