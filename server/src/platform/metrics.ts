import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics of this process. Labels are names from the code, never values from clients. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    jobs: new Counter({
      name: 'harkara_jobs_total',
      help: 'Jobs by name and outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'harkara_job_duration_seconds',
      help: 'Time that one attempt of a job took, by its name',
      labelNames: ['job'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
      registers,
    }),
    jobWaitSeconds: new Histogram({
      name: 'harkara_job_wait_seconds',
      help: 'Time from when a job in the queue was due until its first attempt began, by its name',
      labelNames: ['job'],
      buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200],
      registers,
    }),
    jobsRunning: new Gauge({
      name: 'harkara_jobs_running',
      help: 'Jobs that this process runs now, by name',
      labelNames: ['job'],
      registers,
    }),
    importStageSeconds: new Histogram({
      name: 'harkara_import_stage_seconds',
      help: 'Time that a whole stage of an import took, from when the import entered it: read, process, persist',
      labelNames: ['stage'],
      buckets: [0.5, 1, 5, 15, 60, 180, 600, 1_800, 3_600, 10_800],
      registers,
    }),
    outboxPublished: new Counter({
      name: 'harkara_outbox_published_total',
      help: 'Outbox rows moved into the queue',
      registers,
    }),
    messageCalls: new Counter({
      name: 'harkara_message_calls_total',
      help: 'Calls to the messaging provider by outcome: accepted, unknown, not_sent, or what a refusal leads to',
      labelNames: ['outcome'],
      registers,
    }),
    messageErrors: new Counter({
      name: 'harkara_message_errors_total',
      help: 'Messages that the provider refused, by its error code; codes that it does not document count as other',
      labelNames: ['code'],
      registers,
    }),
    messageQueueDepth: new Gauge({
      name: 'harkara_message_queue_jobs',
      help: 'Message batches in the queue, as last seen by the relay of this process',
      registers,
    }),
    messageWaitSeconds: new Histogram({
      name: 'harkara_message_wait_seconds',
      help: 'Time from when a message was due to the provider call',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
      registers,
    }),
    webhookWaitSeconds: new Histogram({
      name: 'harkara_webhook_wait_seconds',
      help: 'Time from when a webhook was received until it was processed, settlement included',
      labelNames: ['source'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800],
      registers,
    }),
    oldestWaitingSeconds: new Gauge({
      name: 'harkara_oldest_waiting_seconds',
      help: 'Age of the oldest piece of work that is due and not begun: an outbox row, or a received webhook',
      labelNames: ['work'],
      registers,
    }),
    oldestDueMessageSeconds: new Gauge({
      name: 'harkara_oldest_due_message_seconds',
      help: 'Age of the oldest message that is due and not sent, 0 while sending is stopped',
      registers,
    }),
    needsOperator: new Gauge({
      name: 'harkara_needs_operator',
      help: 'What waits for an operator: open dead letters, payments that could not be matched, pending approvals',
      labelNames: ['what'],
      registers,
    }),
    providerStopped: new Gauge({
      name: 'harkara_provider_stopped',
      help: '1 while all sending is stopped until an operator resumes it',
      registers,
    }),
    invariantsBroken: new Gauge({
      name: 'harkara_invariants_broken',
      help: 'Rows that violate a database invariant, as found by the last check of all vendors',
      labelNames: ['invariant'],
      registers,
    }),
    processUp: new Gauge({
      name: 'harkara_role_up',
      help: '1 for each role run by this process',
      labelNames: ['role'],
      registers,
    }),
  }
}
