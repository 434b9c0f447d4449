import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { outside } from '../../app/areas.ts'

export const authPages = [
  createRoute({
    getParentRoute: () => outside,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
    validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  }),
  createRoute({
    getParentRoute: () => outside,
    path: '/register',
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => outside,
    path: '/verify',
    component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => outside,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => outside,
    path: '/accept-invite',
    component: lazyRouteComponent(() => import('./accept-invite-page.tsx'), 'AcceptInvitePage'),
  }),
] as const
