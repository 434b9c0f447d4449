import { describe, expect, test } from 'vitest'
import { CLOCK_SKEW_MS_MAX, missingRoles, processMismatches, type RunningProcess, shouldFollow } from './processes.ts'

const processOf = (role: string, host: string, other: Partial<RunningProcess> = {}): RunningProcess => ({
  roles: [role],
  host,
  version: '1.0.0',
  settings: { JWT_SECRET: 'a', REDIS_URL: 'b' },
  clockAheadMs: 0,
  ...other,
})

describe('several processes', () => {
  test('whose processes agree has no problem, however many they are', () => {
    expect(processMismatches([])).toEqual([])
    expect(processMismatches([processOf('WORKER', 'a'), processOf('OUTBOX', 'b'), processOf('WORKER', 'c')])).toEqual(
      [],
    )
  })

  test('with different settings names each setting and who agrees with whom, and no value', () => {
    const other = { settings: { JWT_SECRET: 'a', REDIS_URL: 'other' } }
    expect(
      processMismatches([processOf('WORKER', 'a'), processOf('OUTBOX', 'b', other), processOf('WEBHOOK', 'c')]),
    ).toEqual(['REDIS_URL differs between processes: WORKER on a, WEBHOOK on c | OUTBOX on b.'])
  })

  test('of which an older version does not report a setting yet compares it among the others', () => {
    const old = processOf('OUTBOX', 'b', { settings: { JWT_SECRET: 'a' } })
    expect(processMismatches([processOf('WORKER', 'a'), old])).toEqual([])
    const other = processOf('WEBHOOK', 'c', { settings: { JWT_SECRET: 'a', REDIS_URL: 'other' } })
    expect(processMismatches([processOf('WORKER', 'a'), old, other])).toEqual([
      'REDIS_URL differs between processes: WORKER on a | WEBHOOK on c.',
    ])
  })

  test('of which an older version hashes settings in another way compares those that hash them alike', () => {
    const [old, other] = ['v2:a', 'v2:b'].map((JWT_SECRET, i) =>
      processOf('WORKER', `${i}`, { settings: { JWT_SECRET } }),
    )
    const first = processOf('OUTBOX', 'c', { settings: { JWT_SECRET: 'a' } })
    expect(processMismatches([first, old as RunningProcess])).toEqual([])
    expect(processMismatches([first, old as RunningProcess, other as RunningProcess])).toEqual([
      'JWT_SECRET differs between processes: WORKER on 0 | WORKER on 1.',
    ])
  })

  test('whose files are on several disks says so and what to do; who uses S3 or no files does not count', () => {
    const onDisk = (role: string, host: string, id: string) =>
      processOf(role, host, { settings: { LOCAL_FILES: `v3:${id}` } })
    const outbox = processOf('OUTBOX', 'c', { settings: {} })
    expect(processMismatches([onDisk('API_GATEWAY', 'a', 'x'), onDisk('WORKER', 'b', 'x'), outbox])).toEqual([])
    expect(processMismatches([onDisk('API_GATEWAY', 'a', 'x'), onDisk('WORKER', 'b', 'y'), outbox])).toEqual([
      'Files are on several disks: API_GATEWAY on a | WORKER on b. Set S3_ENDPOINT, or let DATA_DIR be one shared folder.',
    ])
  })

  test('of two versions names them', () => {
    expect(processMismatches([processOf('WORKER', 'a'), processOf('WORKER', 'b', { version: '1.1.0' })])).toEqual([
      'Several versions are running: 1.0.0 (WORKER on a) | 1.1.0 (WORKER on b).',
    ])
  })

  test('may have clocks that are 30 seconds apart from the database, and no more', () => {
    const skewed = (clockAheadMs: number) => processMismatches([processOf('WORKER', 'a', { clockAheadMs })])
    expect(skewed(CLOCK_SKEW_MS_MAX)).toEqual([])
    expect(skewed(CLOCK_SKEW_MS_MAX + 1_000)).toEqual(["The clock of WORKER on a is 31 s ahead of the database's."])
    expect(skewed(-90_000)).toEqual(["The clock of WORKER on a is 90 s behind the database's."])
  })

  test('knows which roles are missing; one process may have several', () => {
    const all = ['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX']
    expect(
      missingRoles([processOf('WORKER', 'a', { roles: ['WORKER', 'OUTBOX'] }), processOf('WEBHOOK', 'b')], all),
    ).toEqual(['API_GATEWAY'])
  })
})

describe('a clock that was set while the process ran', () => {
  const DAY_MS = 86_400_000
  test.each([
    ['the machine was set wrongly', { clockAheadMs: DAY_MS, machineAheadMs: DAY_MS }, false],
    ['the machine was set back', { clockAheadMs: -DAY_MS, machineAheadMs: -DAY_MS }, false],
    ['a wrong machine was set right', { clockAheadMs: 40, machineAheadMs: DAY_MS }, true],
    ['the machine slept', { clockAheadMs: -40, machineAheadMs: 3_600_000 }, true],
    ["the database's clock was set", { clockAheadMs: DAY_MS, machineAheadMs: 0 }, false],
    ['both were set alike', { clockAheadMs: 0, machineAheadMs: DAY_MS }, true],
    ['nothing happened', { clockAheadMs: 20, machineAheadMs: -1 }, false],
  ])('%s', (_what, clocks, isFollowed) => expect(shouldFollow(clocks)).toBe(isFollowed))
})
