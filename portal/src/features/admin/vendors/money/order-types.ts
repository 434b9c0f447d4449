import { t } from '../../../../format/translate.ts'
export const ORDER_TYPES = {
  WALLET: t('Wallet recharge'),
  ONBOARDING: t('First plan payment'),
  CYCLE: t('Plan renewal'),
  PLAN_CHANGE: t('Plan change'),
} as const
