import { t } from '../../../format/translate.ts'
import type { Campaign } from '../queries.ts'

export interface Figure {
  name: string
  /** Undefined where there is nothing to compare, for example the cost per delivery of a campaign that delivered nothing. */
  value: (campaign: Campaign) => number | undefined
  kind: 'count' | 'percent' | 'money'
  /** Which direction is the good one; neither for sizes. */
  better?: 'higher' | 'lower'
}

const share = (count: number, { progress }: Campaign) =>
  progress.total > 0 ? (100 * count) / progress.total : undefined

/** The rows of a comparison. Rates are shares of all recipients, so that campaigns of different sizes compare. */
export const FIGURES: readonly Figure[] = [
  { name: t('Recipients'), kind: 'count', value: ({ progress }) => progress.total },
  { name: t('Delivered'), kind: 'count', value: ({ counts }) => counts.DELIVERED },
  {
    name: t('Delivery rate'),
    kind: 'percent',
    better: 'higher',
    value: (campaign) => share(campaign.counts.DELIVERED, campaign),
  },
  { name: t('Read rate'), kind: 'percent', better: 'higher', value: (campaign) => share(campaign.readCount, campaign) },
  {
    name: t('Failure rate'),
    kind: 'percent',
    better: 'lower',
    value: (campaign) => share(campaign.counts.FAILED, campaign),
  },
  { name: t('Cost'), kind: 'money', value: ({ cost }) => cost.capturedMinorUnit },
  {
    name: t('Cost per delivered message'),
    kind: 'money',
    better: 'lower',
    value: ({ cost, counts }) => (counts.DELIVERED > 0 ? cost.capturedMinorUnit / counts.DELIVERED : undefined),
  },
]

/** Which of two values is better: the first (`a`), the second (`b`) or neither. */
export function winner({ better }: Figure, a: number | undefined, b: number | undefined): 'a' | 'b' | undefined {
  if (better === undefined || a === undefined || b === undefined || a === b) return undefined
  return a > b === (better === 'higher') ? 'a' : 'b'
}
