import type { Dashboard } from '../../api/queries.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'

const YEAR_DAYS = 365

/** How long the balance lasts at the pace of the last two weeks; undefined if nothing was spent. */
export function describeRunway({ wallet, currency }: Pick<Dashboard, 'wallet' | 'currency'>): string | undefined {
  if (!wallet.runway) return undefined
  const { days } = wallet.runway
  const balance = formatMoney(wallet.balanceMinorUnit, currency).replace(/\.00$/, '')
  if (days > YEAR_DAYS) return t('At this pace {balance} lasts more than a year', { balance })
  return days < 1
    ? t('At this pace {balance} lasts less than a day', { balance })
    : t('At this pace {balance} lasts {days, plural, one {# day} other {# days}}', { balance, days })
}
