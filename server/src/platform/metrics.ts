import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics of this process. Labels are names from the code, never values that a client sent. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    jobs: new Counter({
      name: 'harkara_jobs_total',
      help: 'Jobs by name and how they ended',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    outboxPublished: new Counter({
      name: 'harkara_outbox_published_total',
      help: 'Outbox rows moved into the queue',
      registers,
    }),
    messageCalls: new Counter({
      name: 'harkara_message_calls_total',
      help: 'Calls to the messaging provider by how they ended: accepted, unknown, not_sent, or the class of the refusal',
      labelNames: ['outcome'],
      registers,
    }),
    messageQueueDepth: new Gauge({
      name: 'harkara_message_queue_jobs',
      help: 'Batches of messages in the queue, as the relay of this process last saw it',
      registers,
    }),
    messageWaitSeconds: new Histogram({
      name: 'harkara_message_wait_seconds',
      help: 'From when a message was due to the call of the provider',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
      registers,
    }),
    providerStopped: new Gauge({
      name: 'harkara_provider_stopped',
      help: '1 while all sending is stopped until an operator resumes it',
      registers,
    }),
    invariantsBroken: new Gauge({
      name: 'harkara_invariants_broken',
      help: 'Rows that break an invariant of the database, as the last walk through all vendors found them',
      labelNames: ['invariant'],
      registers,
    }),
    processUp: new Gauge({
      name: 'harkara_role_up',
      help: '1 for each role this process runs',
      labelNames: ['role'],
      registers,
    }),
  }
}
