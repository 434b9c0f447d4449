// Plans and their prices are the same for every vendor.

import type { Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import type { Db } from '../../../platform/db/db.ts'

export const listPlans = (db: Db) => plansWithPrices(db).orderBy('plan.rank').orderBy('plan_price.base_paise').execute()

export const findPlan = (db: Db, plan: ListedPlan, cycle: Cycle) =>
  plansWithPrices(db).where('plan.plan', '=', plan).where('plan_price.cycle', '=', cycle).executeTakeFirstOrThrow()

const plansWithPrices = (db: Db) =>
  db
    .selectFrom('plan')
    .innerJoin('plan_price', 'plan_price.plan', 'plan.plan')
    .select([
      'plan.plan',
      'plan.rank',
      'plan.conversation_cap as conversationCap',
      'plan.setup_paise as setupPaise',
      'plan_price.cycle',
      'plan_price.base_paise as basePaise',
    ])
