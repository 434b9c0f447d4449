export const ORDER_TYPES = {
  WALLET: 'Wallet recharge',
  ONBOARDING: 'First plan payment',
  CYCLE: 'Plan renewal',
  PLAN_CHANGE: 'Plan change',
} as const
