import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { publicArea } from '../../app/areas.ts'

export const authPages = [
  createRoute({
    getParentRoute: () => publicArea,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
    validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/register',
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/verify',
    component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./mailed-link-pages.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/verify-email',
    component: lazyRouteComponent(() => import('./mailed-link-pages.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => publicArea,
    path: '/accept-invite',
    component: lazyRouteComponent(() => import('./accept-invite-page.tsx'), 'AcceptInvitePage'),
  }),
] as const
