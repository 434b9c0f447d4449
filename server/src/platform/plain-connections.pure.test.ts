import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { plainConnectionProblems, plainConnections } from './plain-connections.ts'

/** The driver reads the file, whose content only a connection needs. */
const CA = fileURLToPath(import.meta.url)

describe('a connection counts as plain', () => {
  test.each([
    ['DATABASE_URL', 'postgres://user:secret@db.internal/harkara'],
    ['DATABASE_URL', 'postgresql://db/harkara?uselibpqcompat=true&sslmode=prefer'],
    ['DATABASE_URL', 'postgres://db/harkara?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://db/harkara?uselibpqcompat=true&sslmode=require'],
    ['DATABASE_URL', 'postgres://db/harkara?sslmode=disable'],
    ['DATABASE_URL', 'postgres://db/harkara?ssl=false'],
    ['DATABASE_URL', 'postgres://db/harkara?ssl=no-verify'],
    ['DATABASE_URL', `postgres://db/harkara?sslrootcert=${CA}&sslmode=no-verify`],
    ['REDIS_URL', 'redis://redis:6379'],
    ['S3_ENDPOINT', 'http://minio:9000'],
    ['CLAMD_URL', 'tcp://clamav:3310'],
    ['SMTP_URL', 'smtp://mail.example:587'], // upgraded only if nobody on the way objects
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true&tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
    ['PROVIDER_BASE_URL', 'http://127.0.0.1.example'],
    ['GATEWAY_BASE_URL', 'http://localhost.example'],
    ['RATES_URL', 'http://10.0.0.1/rates'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'],
  ])('%s=%s', (name, address) => {
    expect(plainConnections({ [name]: address })).toEqual([name])
  })

  test.each([
    ['DATABASE_URL', 'postgres://db/harkara?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db/harkara?sslmode=require'],
    ['DATABASE_URL', 'postgresql://db/harkara?sslmode=prefer'], // the driver reads it as verify-full
    ['DATABASE_URL', 'postgres://db/harkara?ssl=true'],
    ['DATABASE_URL', 'postgres://db/harkara?sslnegotiation=direct'],
    ['DATABASE_URL', `postgres://db/harkara?sslrootcert=${CA}`],
    ['DATABASE_URL', `postgres://db/harkara?uselibpqcompat=true&sslmode=require&sslrootcert=${CA}`],
    ['DATABASE_URL', 'postgres://db/harkara?sslmode=verify-full&sslrootcert=/does/not/exist.pem'],
    ['DATABASE_URL', 'postgres:///harkara?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://127.0.0.1:5433/harkara'],
    ['REDIS_URL', 'rediss://redis:6379'],
    ['REDIS_URL', 'redis://localhost:6379'],
    ['S3_ENDPOINT', 'https://s3.example'],
    ['CLAMD_URL', 'unix:/run/clamd.sock'],
    ['CLAMD_URL', 'tcp://[::1]:3310'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['SMTP_URL', 'smtps://localhost?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
    ['PROVIDER_BASE_URL', 'https://graph.example'],
  ])('but not %s=%s', (name, address) => {
    expect(plainConnections({ [name]: address })).toEqual([])
  })
})

test('what is refused names the setting and the cure, not the address, and is accepted when it is allowed by name', () => {
  const settings = { REDIS_URL: 'redis://:secret@redis', CLAMD_URL: 'tcp://clamav:3310' }
  expect(plainConnectionProblems(settings)).toEqual([
    'REDIS_URL: is not encrypted (use rediss://); on a private network add it to ALLOW_PLAIN_CONNECTIONS',
    'CLAMD_URL: is not encrypted (ClamAV has no TLS); on a private network add it to ALLOW_PLAIN_CONNECTIONS',
  ])
  const allowed = { ...settings, ALLOW_PLAIN_CONNECTIONS: 'REDIS_URL, CLAMD_URL' }
  expect(plainConnectionProblems(allowed)).toEqual([])
})
