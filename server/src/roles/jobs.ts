import * as auditJobDefinitions from '../features/audit/jobs.ts'
import { authJobs } from '../features/auth/job-handlers.ts'
import * as authJobDefinitions from '../features/auth/jobs.ts'
import { campaignJobs } from '../features/campaigns/job-handlers.ts'
import * as campaignJobDefinitions from '../features/campaigns/jobs.ts'
import { dispatchJobs } from '../features/dispatch/job-handlers.ts'
import * as dispatchJobDefinitions from '../features/dispatch/jobs.ts'
import { exportJobs } from '../features/exports/job-handlers.ts'
import * as exportJobDefinitions from '../features/exports/jobs.ts'
import { importJobs } from '../features/imports/job-handlers.ts'
import * as importJobDefinitions from '../features/imports/jobs.ts'
import { invoiceJobs } from '../features/invoices/job-handlers.ts'
import * as invoiceJobDefinitions from '../features/invoices/jobs.ts'
import { messageJobs } from '../features/messages/job-handlers.ts'
import * as messageJobDefinitions from '../features/messages/jobs.ts'
import { notificationJobs } from '../features/notifications/job-handlers.ts'
import * as notificationJobDefinitions from '../features/notifications/jobs.ts'
import { walletJobs } from '../features/notifications/low-balance.ts'
import { operatorJobs } from '../features/operators/job-handlers.ts'
import * as operatorJobDefinitions from '../features/operators/jobs.ts'
import { auditJobs } from '../features/operators/notify-owners.ts'
import { paymentJobs } from '../features/payments/job-handlers.ts'
import * as paymentJobDefinitions from '../features/payments/jobs.ts'
import { quotationJobs } from '../features/quotations/job-handlers.ts'
import * as quotationJobDefinitions from '../features/quotations/jobs.ts'
import { refundJobs } from '../features/refunds/job-handlers.ts'
import * as refundJobDefinitions from '../features/refunds/jobs.ts'
import { subscriptionJobs } from '../features/subscriptions/job-handlers.ts'
import * as subscriptionJobDefinitions from '../features/subscriptions/jobs.ts'
import { teamJobs } from '../features/team/job-handlers.ts'
import * as teamJobDefinitions from '../features/team/jobs.ts'
import { templateJobs } from '../features/templates/job-handlers.ts'
import * as templateJobDefinitions from '../features/templates/jobs.ts'
import * as walletJobDefinitions from '../features/wallet/jobs.ts'
import { type RunnableJob, runnable } from '../platform/jobs.ts'

/** All jobs with their handlers. The worker runs them, the relay publishes them. */
export const JOBS: readonly RunnableJob[] = [
  ...runnable(auditJobDefinitions, auditJobs),
  ...runnable(authJobDefinitions, authJobs),
  ...runnable(teamJobDefinitions, teamJobs),
  ...runnable(operatorJobDefinitions, operatorJobs),
  ...runnable(exportJobDefinitions, exportJobs),
  ...runnable(importJobDefinitions, importJobs),
  ...runnable(walletJobDefinitions, walletJobs),
  ...runnable(notificationJobDefinitions, notificationJobs),
  ...runnable(paymentJobDefinitions, paymentJobs),
  ...runnable(refundJobDefinitions, refundJobs),
  ...runnable(subscriptionJobDefinitions, subscriptionJobs),
  ...runnable(invoiceJobDefinitions, invoiceJobs),
  ...runnable(quotationJobDefinitions, quotationJobs),
  ...runnable(templateJobDefinitions, templateJobs),
  ...runnable(dispatchJobDefinitions, dispatchJobs),
  ...runnable(messageJobDefinitions, messageJobs),
  ...runnable(campaignJobDefinitions, campaignJobs),
]
