import { cycleName, instant, money, type NoticeWords, PAY, PLAN, planName } from './words.ts'

/** When an unpaid plan freezes. */
export interface Due {
  plan: string
  amountMinorUnit: number
  currency: string
  frozenFrom: string
}

export const subscriptionNotices = {
  SUBSCRIPTION_STARTED: (
    started: { plan: string; cycle: string; paidUntil: string },
    timezone: string,
  ): NoticeWords => ({
    title: `Your ${planName(started.plan)} plan has started`,
    paragraphs: [
      `Your ${cycleName(started.cycle)} ${planName(started.plan)} plan is active and paid until ${instant(started.paidUntil, timezone)}. You can send messages now.`,
      'Messages are paid from your wallet: recharge it before your first campaign.',
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_RENEWED: (
    renewed: { plan: string; paidUntil: string; invoiceNumber: string },
    timezone: string,
  ): NoticeWords => ({
    title: `Your ${planName(renewed.plan)} plan is renewed`,
    paragraphs: [
      `Thank you: your payment has arrived, and your plan is paid until ${instant(renewed.paidUntil, timezone)}.`,
      `The invoice is ${renewed.invoiceNumber}.`,
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_CHANGED: (
    changed: { plan: string; cycle: string; paidUntil: string; bonusMinorUnit: number; currency: string },
    timezone: string,
  ): NoticeWords => ({
    title: `You are now on the ${planName(changed.plan)} plan`,
    paragraphs: [
      `Your ${cycleName(changed.cycle)} ${planName(changed.plan)} plan is active and paid until ${instant(changed.paidUntil, timezone)}.`,
      ...(changed.bonusMinorUnit > 0
        ? [
            `What you had paid beyond it, ${money(changed.bonusMinorUnit, changed.currency)}, is in your wallet as bonus credit.`,
          ]
        : []),
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_CANCELLED: (cancelled: { plan: string; endsAt: string }, timezone: string): NoticeWords => ({
    title: `Your ${planName(cancelled.plan)} plan is cancelled`,
    paragraphs: [
      `It ends on ${instant(cancelled.endsAt, timezone)}. Until then everything works as before; afterwards no messages go out.`,
      'Your contacts, your invoices and the money in your wallet stay.',
    ],
    action: PLAN,
  }),

  PAYMENT_FAILED: (due: Due, timezone: string): NoticeWords => ({
    title: 'The payment for your plan did not go through',
    paragraphs: [
      `We could not collect ${money(due.amountMinorUnit, due.currency)} for your ${planName(due.plan)} plan.`,
      `Everything still works. Please pay before ${instant(due.frozenFrom, timezone)}, or your messages will stop.`,
    ],
    action: PAY,
  }),

  /** On Day 4 and on Day 7. */
  PAYMENT_REMINDER: (due: Due & { day: number }, timezone: string): NoticeWords => ({
    title: due.day >= 7 ? 'Last reminder: your plan is unpaid' : 'Reminder: your plan is unpaid',
    paragraphs: [
      `${money(due.amountMinorUnit, due.currency)} for your ${planName(due.plan)} plan is due. Today is day ${due.day} since the payment failed.`,
      `Without a payment your account is frozen on ${instant(due.frozenFrom, timezone)}: no messages go out, and those you receive are kept.`,
    ],
    action: PAY,
  }),

  SUBSCRIPTION_FROZEN: (frozen: { plan: string; amountMinorUnit: number; currency: string }): NoticeWords => ({
    title: 'Your account is frozen',
    paragraphs: [
      `Your ${planName(frozen.plan)} plan is unpaid, so no messages go out any more. Those you receive are kept.`,
      `Pay ${money(frozen.amountMinorUnit, frozen.currency)} and sending works again at once.`,
    ],
    action: PAY,
  }),

  TRIAL_ENDED: (ended: { plan: string }): NoticeWords => ({
    title: 'Your trial has ended',
    paragraphs: [
      `Your trial of the ${planName(ended.plan)} plan is over, so no messages go out any more.`,
      'Choose a plan to go on. Your contacts and the money in your wallet stay.',
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_UNFROZEN: (unfrozen: { plan: string; paidUntil: string }, timezone: string): NoticeWords => ({
    title: 'Your account is open again',
    paragraphs: [
      `Thank you: your payment has arrived. Messages go out again, and your ${planName(unfrozen.plan)} plan is paid until ${instant(unfrozen.paidUntil, timezone)}.`,
    ],
    action: PLAN,
  }),
}
