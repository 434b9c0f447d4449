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

  test('every alert leads to a section of the incident page', () => {
    const headings = [...text('docs/incidents.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    const alerts: { alert: string; annotations: { runbook: string } }[] = parse(text('deploy/monitoring/alerts.yml'))
      .groups[0].rules
    const lost = alerts.filter(({ annotations }) => !headings.includes(annotations.runbook.split('#')[1] ?? ''))
    expect(lost.map(({ alert }) => alert)).toEqual([])
  })

  test('run every role', () => {
    const roles = ['API_GATEWAY', 'OUTBOX', 'WEBHOOK', 'WORKER']
    const inCompose = Object.values<{ environment?: Record<string, string> }>(compose().services)
    expect(inCompose.flatMap(({ environment }) => environment?.['SERVICE_TYPE'] ?? []).sort()).toEqual(roles)
    const inCluster = manifests().flatMap(({ spec }) => spec?.template?.spec?.containers?.[0]?.env ?? [])
    expect(inCluster.map(({ value }: { value: string }) => value).sort()).toEqual(roles)
  })
})

const compose = () => parse(text('deploy/compose/compose.yaml'), { merge: true })

const manifests = () =>
  readdirSync(path('deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(text(`deploy/kubernetes/${file}`)).map((document) => document.toJSON()),
  )

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
