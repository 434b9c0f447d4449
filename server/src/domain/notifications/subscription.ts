import { cycleName, instant, money, type NotificationText, PAY, PLAN, planName } from './notification-text.ts'

/** When an unpaid plan freezes. */
export interface Due {
  plan: string
  amountMinorUnit: number
  currency: string
  frozenFrom: string
}

export const subscriptionNotifications = {
  SUBSCRIPTION_STARTED: (
    started: { plan: string; cycle: string; paidUntil: string },
    timezone: string,
  ): NotificationText => ({
    title: `Your ${planName(started.plan)} plan has started`,
    paragraphs: [
      `Your ${cycleName(started.cycle)} ${planName(started.plan)} plan is active and paid until ${instant(started.paidUntil, timezone)}. You can send messages now.`,
      'Messages are paid from your wallet. Add funds before your first campaign.',
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_RENEWED: (
    renewed: { plan: string; paidUntil: string; invoiceNumber: string },
    timezone: string,
  ): NotificationText => ({
    title: `Your ${planName(renewed.plan)} plan has been renewed`,
    paragraphs: [
      `Thank you for your payment. Your plan is paid until ${instant(renewed.paidUntil, timezone)}.`,
      `The invoice is ${renewed.invoiceNumber}.`,
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_CHANGED: (
    changed: { plan: string; cycle: string; paidUntil: string; bonusMinorUnit: number; currency: string },
    timezone: string,
  ): NotificationText => ({
    title: `You are now on the ${planName(changed.plan)} plan`,
    paragraphs: [
      `Your ${cycleName(changed.cycle)} ${planName(changed.plan)} plan is active and paid until ${instant(changed.paidUntil, timezone)}.`,
      ...(changed.bonusMinorUnit > 0
        ? [
            `The unused part of your previous plan, ${money(changed.bonusMinorUnit, changed.currency)}, is in your wallet as bonus credit.`,
          ]
        : []),
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_CANCELLED: (cancelled: { plan: string; endsAt: string }, timezone: string): NotificationText => ({
    title: `Your ${planName(cancelled.plan)} plan has been cancelled`,
    paragraphs: [
      `It ends on ${instant(cancelled.endsAt, timezone)}. Until then nothing changes. After that, you can no longer send messages.`,
      'Your contacts, invoices and wallet balance are kept.',
    ],
    action: PLAN,
  }),

  PAYMENT_FAILED: (due: Due, timezone: string): NotificationText => ({
    title: 'The payment for your plan failed',
    paragraphs: [
      `We could not collect ${money(due.amountMinorUnit, due.currency)} for your ${planName(due.plan)} plan.`,
      `You can still send messages. Pay before ${instant(due.frozenFrom, timezone)} to avoid an interruption.`,
    ],
    action: PAY,
  }),

  /** On Day 4 and on Day 7. */
  PAYMENT_REMINDER: (due: Due & { day: number }, timezone: string): NotificationText => ({
    title: due.day >= 7 ? 'Final reminder: your plan is unpaid' : 'Reminder: your plan is unpaid',
    paragraphs: [
      `${money(due.amountMinorUnit, due.currency)} for your ${planName(due.plan)} plan is due. Today is day ${due.day} of the grace period.`,
      `If we do not receive a payment, your account will be frozen on ${instant(due.frozenFrom, timezone)}. You will not be able to send messages, but messages you receive are kept.`,
    ],
    action: PAY,
  }),

  SUBSCRIPTION_FROZEN: (frozen: { plan: string; amountMinorUnit: number; currency: string }): NotificationText => ({
    title: 'Your account is frozen',
    paragraphs: [
      `Your ${planName(frozen.plan)} plan is unpaid, so sending is stopped. Messages you receive are kept.`,
      `Pay ${money(frozen.amountMinorUnit, frozen.currency)} to resume sending immediately.`,
    ],
    action: PAY,
  }),

  TRIAL_ENDED: (ended: { plan: string }): NotificationText => ({
    title: 'Your trial has ended',
    paragraphs: [
      `Your trial of the ${planName(ended.plan)} plan has ended, so sending is stopped.`,
      'Choose a plan to continue. Your contacts and wallet balance are kept.',
    ],
    action: PLAN,
  }),

  SUBSCRIPTION_UNFROZEN: (unfrozen: { plan: string; paidUntil: string }, timezone: string): NotificationText => ({
    title: 'Your account is active again',
    paragraphs: [
      `Thank you for your payment. Sending has resumed, and your ${planName(unfrozen.plan)} plan is paid until ${instant(unfrozen.paidUntil, timezone)}.`,
    ],
    action: PLAN,
  }),
}
