import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { cancelPlan } from './lifecycle/cancel.ts'
import { readSubscription } from './lifecycle/current.ts'
import { changePlan } from './plans/change-plan.ts'
import { orderOnboarding } from './plans/onboard.ts'
import { orderCycle } from './plans/pay.ts'
import { quotePlans } from './plans/prices.ts'
import { quoteChange } from './plans/quote-change.ts'
import { present } from './present.ts'
import {
  ChangeQuoteView,
  CycleOrderView,
  PlanBody,
  PlanOrderView,
  PlansView,
  SubscriptionView,
  UsageView,
} from './schema.ts'
import { readUsage } from './usage/conversation-usage.ts'

const tags = ['billing']

export function subscriptionRoutes(app: App, deps: Deps) {
  app.get(
    '/billing/plans',
    {
      config: { access: ANY_VENDOR_USER },
      schema: {
        tags,
        summary: 'Plans and what they cost you',
        description: 'In rupees for everybody; GST by your place of supply.',
        response: { 200: PlansView },
      },
    },
    async ({ vendor }) => ({ data: await quotePlans(deps, vendor.vendorId) }),
  )
  app.get(
    '/billing/subscription',
    {
      config: { access: ANY_VENDOR_USER },
      schema: {
        tags,
        summary: 'Your plan and how it stands',
        description: 'The last one if it was cancelled; 404 while there never was one.',
        response: { 200: SubscriptionView },
      },
    },
    async ({ vendor }) => {
      const now = deps.clock.now()
      const row = await readSubscription(deps.db, vendor.vendorId, now)
      if (!row) throw notFound()
      return present(deps, deps.db, row, now)
    },
  )
  app.get(
    '/billing/usage',
    {
      config: { access: ANY_VENDOR_USER },
      schema: { tags, summary: 'Conversations of this month', response: { 200: UsageView } },
    },
    async ({ vendor }) => readUsage(deps, vendor.vendorId, deps.clock.now()),
  )
  payingRoutes(app, deps)
  changingRoutes(app, deps)
}

const config = { access: VENDOR_ADMIN, idempotency: 'honoured' } as const

function payingRoutes(app: App, deps: Deps) {
  app.post(
    '/billing/onboarding/create-order',
    {
      config,
      schema: {
        tags,
        summary: 'Order your first plan',
        description:
          'Setup fee and first cycle in one order, or the one that is open already. The plan begins when it is paid. Whoever had a plan before pays no setup fee. 409 ALREADY_SUBSCRIBED while a plan is live.',
        body: PlanBody,
        response: { 201: PlanOrderView },
      },
    },
    async ({ vendor, body, once }, reply) => reply.code(201).send(await orderOnboarding(deps, vendor, body, once)),
  )
  app.post(
    '/billing/subscription/pay',
    {
      config,
      schema: {
        tags,
        summary: 'Pay the cycle that is due',
        description: 'From seven days before it begins. A frozen plan is open again as soon as the payment arrives.',
        response: { 201: CycleOrderView },
      },
    },
    async ({ vendor, once }, reply) => reply.code(201).send(await orderCycle(deps, vendor, once)),
  )
}

function changingRoutes(app: App, deps: Deps) {
  app.get(
    '/billing/subscription/change',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags,
        summary: 'What a change of plan would cost now',
        description: 'Keeps nothing. Amounts follow the time that is left, so they fall a little with every minute.',
        querystring: z.strictObject(PlanBody.shape),
        response: { 200: ChangeQuoteView },
      },
    },
    async ({ vendor, query }) => quoteChange(deps, vendor, query),
  )
  app.post(
    '/billing/subscription/change',
    {
      config,
      schema: {
        tags,
        summary: 'Change plan or cycle',
        description:
          'To a larger plan or a longer cycle: 201 with an order over the new cycle less what is unused of the old one; it begins when that is paid. Otherwise 200, at once: what you had paid beyond the smaller plan for the time left is bonus credit in your wallet, and a shorter cycle begins with the next one.',
        body: PlanBody,
        response: { 200: SubscriptionView, 201: PlanOrderView },
      },
    },
    async ({ vendor, body, once }, reply) => {
      const answer = await changePlan(deps, vendor, body, once)
      return answer.status === 201 ? reply.code(201).send(answer.body) : reply.code(200).send(answer.body)
    },
  )
  app.post(
    '/billing/subscription/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel your plan',
        description: 'It ends with the cycle that is paid for; at once where none is.',
        response: { 200: SubscriptionView },
      },
    },
    async ({ vendor, once }) => cancelPlan(deps, vendor, once),
  )
}
