import { groupBy } from './group-by.ts'

/** A process as it describes itself. */
export interface RunningProcess {
  roles: readonly string[]
  host: string
  version: string
  /** By name, a short hash of each setting that all processes must share, after the version of the hash: `v2:5f3a…`. */
  settings: Readonly<Record<string, string>>
  /** How far its clock is ahead of the database's. */
  clockAheadMs: number
}

/** Compared like a setting: which disk a process stores files on. Those that use S3 do not report it. */
export const LOCAL_FILES = 'LOCAL_FILES'

export const CLOCK_SKEW_MS_MAX = 30_000
/** With a clock that differs more from the database's, a process does not start. */
export const CLOCK_SKEW_MS_REFUSED = 5 * 60_000
/** The error of measuring the database's clock. */
const IMPRECISION_MS = 1_000

/**
 * Whether the process should adopt the machine's clock after that was set or the machine slept. True if the machine's
 * clock is clearly nearer to the database's. In doubt the process keeps its own, so that no deadline moves.
 */
export const shouldFollow = ({ clockAheadMs, machineAheadMs }: { clockAheadMs: number; machineAheadMs: number }) =>
  Math.abs(clockAheadMs) + IMPRECISION_MS < Math.abs(clockAheadMs - machineAheadMs)

/**
 * Mismatches between the processes, as sentences without values of settings. A setting is compared among the processes
 * that report it and hash it in the same way, because older versions do not report newer settings.
 */
export function processMismatches(processes: readonly RunningProcess[]): string[] {
  const names = [...new Set(processes.flatMap(({ settings }) => Object.keys(settings)))].sort()
  const comparable = names.flatMap((name) => {
    const reporting = processes.filter(({ settings }) => name in settings)
    const byHash = groupBy(reporting, ({ settings }) => hashVersionOf(settings[name] ?? ''))
    return [...byHash.values()].map((members) => ({ name, members }))
  })
  return [
    ...comparable
      .filter(({ name, members }) => differ(members, ({ settings }) => settings[name]))
      .map(({ name, members }) =>
        differenceText(
          name,
          groups(members, ({ settings }) => settings[name]),
        ),
      ),
    ...(differ(processes, ({ version }) => version)
      ? [`Several versions are running: ${groups(processes, ({ version }) => version, true)}.`]
      : []),
    ...processes
      .filter(({ clockAheadMs }) => Math.abs(clockAheadMs) > CLOCK_SKEW_MS_MAX)
      .map((process) => `The clock of ${nameOf(process)} is ${skewText(process.clockAheadMs)} the database's.`),
  ]
}

const differenceText = (name: string, whoAgrees: string) =>
  name === LOCAL_FILES
    ? `Files are on several disks: ${whoAgrees}. Set S3_ENDPOINT, or let DATA_DIR be one shared folder.`
    : `${name} differs between processes: ${whoAgrees}.`

/** The roles of which no process runs. */
export const missingRoles = (processes: readonly RunningProcess[], all: readonly string[]) =>
  all.filter((role) => !processes.some(({ roles }) => roles.includes(role)))

/** Versions of the product that hash settings differently cannot be compared. */
const hashVersionOf = (hash: string) => (hash.includes(':') ? hash.slice(0, hash.indexOf(':')) : '')

type Reader = (process: RunningProcess) => string | undefined

const differ = (processes: readonly RunningProcess[], read: Reader) => new Set(processes.map(read)).size > 1

/** Who agrees with whom: "API_GATEWAY on a, WORKER on b | OUTBOX on c". */
function groups(processes: readonly RunningProcess[], read: Reader, isShown = false) {
  const members = groupBy(processes, read)
  return [...members]
    .map(([value, same]) => `${isShown ? `${value} (` : ''}${same.map(nameOf).join(', ')}${isShown ? ')' : ''}`)
    .join(' | ')
}

const nameOf = ({ roles, host }: RunningProcess) => `${roles.join('+')} on ${host}`

export const skewText = (ms: number) => `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'}`
