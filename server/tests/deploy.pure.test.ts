import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createMetrics } from '../src/platform/metrics.ts'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const text = (name: string) => readFileSync(path(name), 'utf8')

describe('the files of deploy/', () => {
  test('set only settings that the product reads', () => {
    // Another test compares that file with the settings.
    const known = new Set([...text('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name))
    expect(settingsOfManifests().filter((name) => !known.has(name))).toEqual([])
  })

  test('name no metric that the product does not have', async () => {
    const known = (await createMetrics().registry.getMetricsAsArray()).map(({ name }) => name)
    known.push('harkara_http_request_duration_seconds') // registered when the application is built
    const used = ['alerts.yml', 'dashboard.json', 'alerts.test.yml'].flatMap((file) =>
      [...text(`deploy/monitoring/${file}`).matchAll(/\b(?:harkara|nodejs|process)_\w+/g)].map(([name]) => name),
    )
    const unknown = used.map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => !known.includes(name))
    expect([...new Set(unknown)]).toEqual([])
    expect(used.length).toBeGreaterThan(20)
  })

  test('every scrape configuration names the job that alerts and dashboard select', () => {
    const selected = ['alerts.yml', 'dashboard.json'].flatMap((file) =>
      [...text(`deploy/monitoring/${file}`).matchAll(/[{,]\s*job=\\?"([^"\\]+)\\?"/g)].map(([, job]) => job),
    )
    expect(new Set(selected)).toEqual(new Set(['harkara']))
    for (const file of ['prometheus.yml', 'prometheus.kubernetes.yml'])
      expect(
        parse(text(`deploy/monitoring/${file}`)).scrape_configs.map(({ job_name }: { job_name: string }) => job_name),
      ).toEqual(['harkara'])
  })

  test('Prometheus finds the pods of every role by their labels and annotations', () => {
    const [{ relabel_configs, kubernetes_sd_configs }] = parse(
      text('deploy/monitoring/prometheus.kubernetes.yml'),
    ).scrape_configs
    const [kustomization] = manifests().filter(({ kind }) => kind === 'Kustomization')
    expect(kubernetes_sd_configs[0].namespaces.names).toEqual([kustomization.namespace])
    const read = relabel_configs.flatMap(({ source_labels }: { source_labels: string[] }) => source_labels)
    expect(read).toContain('__meta_kubernetes_pod_label_app_kubernetes_io_name')
    const ofRoles = podSpecs().filter(({ spec }) =>
      spec.containers[0].env?.some(({ name }: Variable) => name === 'SERVICE_TYPE'),
    )
    expect(ofRoles).toHaveLength(4)
    for (const { metadata, spec } of ofRoles) {
      for (const name of Object.keys(metadata.annotations))
        expect(read).toContain(`__meta_kubernetes_pod_annotation_${name.replaceAll(/[./]/g, '_')}`)
      expect(metadata.annotations['prometheus.io/port']).toBe(String(spec.containers[0].ports[0].containerPort))
    }
  })

  test('every alert leads to a section of the incident page', () => {
    const headings = [...text('docs/incidents.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    const alerts = rules().filter(({ alert }) => alert !== undefined)
    const lost = alerts.filter(({ annotations }) => !headings.includes(annotations?.runbook.split('#')[1] ?? ''))
    expect(lost.map(({ alert }) => alert)).toEqual([])
    expect(alerts.length).toBeGreaterThan(5)
  })

  test('run every role', () => {
    const roles = ['API_GATEWAY', 'OUTBOX', 'WEBHOOK', 'WORKER']
    const inCompose = Object.values<{ environment?: Record<string, string> }>(compose().services)
    expect(inCompose.flatMap(({ environment }) => environment?.['SERVICE_TYPE'] ?? []).sort()).toEqual(roles)
    const inCluster = podSpecs().flatMap(({ spec }) => spec.containers[0].env ?? [])
    const roleNames = inCluster.flatMap(({ name, value }: Variable) => (name === 'SERVICE_TYPE' ? value : []))
    expect(roleNames.sort()).toEqual(roles)
  })

  test('scale workers by a figure that is the same however many of them export it', () => {
    const scaledBy = manifests()
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap(({ spec }) => spec.metrics.flatMap(({ external }: Metric) => external?.metric.name ?? []))
    expect(scaledBy.length).toBeGreaterThan(0)
    for (const name of scaledBy)
      expect(rules().find(({ record }) => record === name)?.expr, name).toMatch(/^(max|min)\(\w+\)$/)
  })
})

describe('in the cluster', () => {
  test('every service that a setting names is created, and its pods may be reached', () => {
    const services = manifests().filter(({ kind }) => kind === 'Service')
    const hosts = manifests()
      .flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.values<string>(data) : []))
      .flatMap((value) => (URL.canParse(value) ? new URL(value) : []))
      .filter(({ hostname }) => !hostname.includes('.'))
    expect(hosts.map(({ hostname }) => hostname)).toContain('clamav')
    for (const { hostname, port } of hosts) {
      const { spec } = services.find(({ metadata }) => metadata.name === hostname) ?? {}
      expect(
        spec?.ports.map((open: { port: number }) => String(open.port)),
        hostname,
      ).toEqual([port])
      const component = spec.selector[COMPONENT]
      expect(podSpecs().map(({ metadata }) => metadata.labels[COMPONENT])).toContain(component)
      const ports = policiesFor(component).flatMap(({ ingress }) => ingress.flatMap((rule: Rule) => rule.ports))
      expect(ports).toEqual([{ port: Number(port) }])
    }
  })

  test('applying the manifests again leaves the number of pods to the autoscalers', () => {
    const scaled = manifests()
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => spec.scaleTargetRef.name)
    const counted = manifests().filter(({ spec }) => spec?.replicas !== undefined)
    expect(scaled).toHaveLength(3)
    expect(counted.map(({ metadata }) => metadata.name).filter((name) => scaled.includes(name))).toEqual([])
    // The others have nobody else to say how many they are.
    expect(counted.map(({ metadata }) => metadata.name).sort()).toEqual(['harkara-clamav', 'harkara-outbox'])
  })

  test('network policies are about pods of Harkara only, and each pod has exactly one', () => {
    for (const { podSelector } of policies())
      expect(podSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/name': 'harkara' })
    for (const { metadata } of podSpecs()) expect(policiesFor(metadata.labels[COMPONENT])).toHaveLength(1)
  })

  test('metrics, readiness and the API documentation cannot be reached from outside', () => {
    const [ingress] = manifests().filter(({ kind }) => kind === 'Ingress')
    // Refused by ingress-nginx unless the cluster allows them.
    expect(Object.keys(ingress.metadata.annotations).filter((name) => name.endsWith('-snippet'))).toEqual([])
    const closed = ingress.spec.rules[0].http.paths.filter(
      ({ backend }: { backend: { service: { name: string } } }) => podsBehind(backend.service.name) === 0,
    )
    expect(closed.map(({ path: of }: { path: string }) => of)).toEqual(['/metrics', '/readyz', '/docs'])
    for (const { pathType } of closed) expect(pathType).toBe('Prefix')
  })
})

describe('under systemd', () => {
  test('updating the database restarts no role', () => {
    const unit = text('deploy/systemd/harkara@.service')
    const unitsOf = (name: string) =>
      [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, names = '']) => names.split(' '))
    // Each of these passes a stop or a restart on.
    for (const name of ['Requires', 'Requisite', 'BindsTo', 'PartOf', 'ConsistsOf']) expect(unitsOf(name)).toEqual([])
    expect(unitsOf('Wants')).toContain('harkara-migrate.service')
    expect(unitsOf('After')).toContain('harkara-migrate.service')
  })
})

describe('the reverse proxy', () => {
  const upstreams = (name: string) =>
    [...text(`deploy/proxy/upstreams.${name}.conf`).matchAll(/upstream (\w+) \{\s+server ([\w.]+):(\d+);/g)].map(
      ([, upstream, host, port]) => ({ upstream, host, port }),
    )

  test('has the same upstreams in every kind of installation, and uses them', () => {
    const used = [...text('deploy/proxy/nginx.conf').matchAll(/proxy_pass http:\/\/(\w+);/g)].map(([, name]) => name)
    for (const kind of ['compose', 'systemd'])
      expect(upstreams(kind).map(({ upstream }) => upstream)).toEqual(used.toReversed())
  })

  test('finds the roles where Docker Compose and systemd start them', () => {
    const roleOf = (host: string | undefined) => compose().services[host ?? '']?.environment.SERVICE_TYPE
    expect(upstreams('compose').map(({ host }) => roleOf(host))).toEqual(['API_GATEWAY', 'WEBHOOK'])
    const ports = new Map(
      [...text('docs/deployment.md').matchAll(/\b([A-Z_]+):(\d{4})\b/g)].map(([, role, at]) => [role, at]),
    )
    expect(upstreams('systemd').map(({ port }) => port)).toEqual([ports.get('API_GATEWAY'), ports.get('WEBHOOK')])
  })
})

const COMPONENT = 'app.kubernetes.io/component'

interface Variable {
  name: string
  value?: string
}
interface Metric {
  external?: { metric: { name: string } }
}
interface Rule {
  ports: { port: number }[]
}

const rules = (): { alert?: string; record?: string; expr: string; annotations?: { runbook: string } }[] =>
  parse(text('deploy/monitoring/alerts.yml')).groups.flatMap((group: { rules: object[] }) => group.rules)

const podSpecs = () => manifests().flatMap(({ spec }) => spec?.template ?? [])

const policies = () => manifests().flatMap(({ kind, spec }) => (kind === 'NetworkPolicy' ? spec : []))

const policiesFor = (component: string) =>
  policies().filter(({ podSelector: { matchLabels, matchExpressions = [] } }) => {
    const names = matchExpressions.flatMap(({ values }: { values: string[] }) => values)
    return matchLabels[COMPONENT] === component || names.includes(component)
  })

function podsBehind(service: string) {
  const { spec } = manifests().find(({ kind, metadata }) => kind === 'Service' && metadata.name === service) ?? {}
  return podSpecs().filter(({ metadata }) => metadata.labels[COMPONENT] === spec.selector[COMPONENT]).length
}

const compose = () => parse(text('deploy/compose/compose.yaml'), { merge: true })

const MANIFESTS = readdirSync(path('deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(text(`deploy/kubernetes/${file}`)).map((document) => document.toJSON()),
)
const manifests = () => MANIFESTS

function settingsOfManifests() {
  const ofCompose = Object.values<{ image: string; environment?: object }>(compose().services)
    .filter(({ image }) => image === 'harkara')
    .flatMap(({ environment = {} }) => Object.keys(environment))
  const ofFile = [...text('deploy/compose/settings.example.env').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
  const ofCluster = manifests().flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data) : []))
  const ofSecret = [...text('deploy/kubernetes/settings.yaml').matchAll(/^#.*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/\b[A-Z]+(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name),
  )
  const ofUnits = readdirSync(path('deploy/systemd')).flatMap((file) =>
    [...text(`deploy/systemd/${file}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ),
  )
  const notOurs = ['MALLOC_ARENA_MAX']
  return [...new Set([...ofCompose, ...ofFile, ...ofCluster, ...ofSecret, ...ofUnits])].filter(
    (name) => !notOurs.includes(name),
  )
}
