import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { vendorArea } from '../../app/areas.ts'

/** The missing amount and the path to return to, given by a page that needs more funds. */
interface WalletSearch {
  amount?: number
  next?: string
}

export const walletPages = [
  createRoute({
    getParentRoute: () => vendorArea,
    path: '/wallet',
    validateSearch: ({ amount, next }: Record<string, unknown>): WalletSearch => ({
      ...(Number.isSafeInteger(amount) && Number(amount) > 0 && { amount: Number(amount) }),
      // Only paths of this site, to prevent open redirects.
      ...(typeof next === 'string' && /^\/[^/\\]/.test(next) && { next }),
    }),
    component: lazyRouteComponent(() => import('./wallet-page.tsx'), 'WalletPage'),
  }),
] as const
