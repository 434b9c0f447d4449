import { z } from 'zod'
import { LISTED_PLANS } from '../../domain/billing/subscription.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
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
  PlanView,
  SubscriptionView,
  UsageView,
} from './schema.ts'
import { readUsage } from './usage/conversation-usage.ts'

const tags = ['billing']

export function subscriptionRoutes(app: App, deps: Deps) {
  app.get(
    '/billing/plans',
    {
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: {
        tags,
        summary: 'List plans with your prices',
        description: 'Prices are in rupees; GST depends on your place of supply.',
        querystring: ListQuery,
        response: { 200: listOf(PlanView) },
      },
    },
    async ({ query, vendor }) => {
      const plans = await quotePlans(deps, vendor.vendorId)
      const keyOf = ({ plan }: (typeof plans)[number]) => String(LISTED_PLANS.indexOf(plan))
      return createPager(deps.signer, 'plans', vendor.vendorId).answerAll(query, plans, keyOf)
    },
  )
  app.get(
    '/billing/subscription',
    {
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: {
        tags,
        summary: 'Get your plan and its status',
        description: 'The most recent plan if it was cancelled; 404 if there has never been one.',
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
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: { tags, summary: "Get this month's conversation usage", response: { 200: UsageView } },
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
          'Creates one order for the setup fee and the first billing cycle, or returns the open one. The plan starts when it is paid. There is no setup fee for vendors who have had a plan before. 409 `ALREADY_SUBSCRIBED` while a plan is active.',
        body: PlanBody,
        response: { 201: PlanOrderView },
      },
    },
    async ({ vendor, body, idempotency }, reply) =>
      reply.code(201).send(await orderOnboarding(deps, vendor, body, idempotency)),
  )
  app.post(
    '/billing/subscription/pay',
    {
      config,
      schema: {
        tags,
        summary: 'Pay the next billing cycle',
        description:
          'Possible from seven days before it starts. A frozen plan is reactivated as soon as the payment arrives.',
        response: { 201: CycleOrderView },
      },
    },
    async ({ vendor, idempotency }, reply) => reply.code(201).send(await orderCycle(deps, vendor, idempotency)),
  )
}

function changingRoutes(app: App, deps: Deps) {
  app.get(
    '/billing/subscription/change',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags,
        summary: 'Preview a plan change',
        description: 'Nothing is saved. Amounts depend on the remaining time, so they decrease slightly every minute.',
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
        summary: 'Change the plan or billing cycle',
        description:
          'For a larger plan or a longer cycle: 201 with an order for the new cycle less the unused part of the old one; the change takes effect when it is paid. Otherwise 200, effective immediately: the unused difference becomes bonus credit in your wallet, and a shorter cycle starts with the next one.',
        body: PlanBody,
        response: { 200: SubscriptionView, 201: PlanOrderView },
      },
    },
    async ({ vendor, body, idempotency }, reply) => {
      const answer = await changePlan(deps, vendor, body, idempotency)
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
        description: 'It ends with the paid billing cycle, or immediately if none is paid.',
        response: { 200: SubscriptionView },
      },
    },
    async ({ vendor, idempotency }) => cancelPlan(deps, vendor, idempotency),
  )
}
