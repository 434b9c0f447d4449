import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus figures of this process. Labels are names from the code, never anything a client sent. */
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
