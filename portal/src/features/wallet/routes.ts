import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

/** A page that is short of money sends people here with how much, and where they were. */
export interface WalletSearch {
  amount?: number
  next?: string
}

export const walletPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/wallet',
    validateSearch: ({ amount, next }: Record<string, unknown>): WalletSearch => ({
      ...(Number.isSafeInteger(amount) && Number(amount) > 0 && { amount: Number(amount) }),
      // A path of ours, never another site.
      ...(typeof next === 'string' && /^\/[^/\\]/.test(next) && { next }),
    }),
    component: lazyRouteComponent(() => import('./wallet-page.tsx'), 'WalletPage'),
  }),
] as const
