import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Identifies a process beyond its pid: pids are reused, but a pid with its start time is unique. `world` is the boot
 * and the pid namespace to which the pid belongs; a pid of another world (a container, the time before a reboot) means
 * nothing here.
 */
interface ProcessIdentity {
  pid: number
  startedAt: string
  world: string
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [startedAt, world] = await Promise.all([startMark(process.pid), currentWorld()])
  return { pid: process.pid, startedAt: startedAt ?? '', world }
}

export async function isOfThisWorld(identity: ProcessIdentity): Promise<boolean> {
  return identity.world === (await currentWorld())
}

/** Only for processes of this world. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  const mark = await startMark(pid)
  return mark === undefined ? isHidden(pid) : mark === startedAt
}

const ZOMBIE = 'zombie'

/** A value that differs between two processes with the same pid. Undefined when the system shows no such process. */
async function startMark(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return startMarkFromPs(pid)
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? ZOMBIE : fields[19]
  } catch {
    return undefined
  }
}

async function startMarkFromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    })
    const [stat = '', ...startedAt] = stdout.trim().split(/\s+/)
    return stat.startsWith('Z') ? ZOMBIE : startedAt.join(' ')
  } catch {
    return undefined
  }
}

/** Some systems hide the processes of other users, but a signal to one is refused with EPERM. */
function isHidden(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function currentWorld(): Promise<string> {
  if (process.platform !== 'linux') return process.platform
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return `${boot.trim()} ${namespace}`
}
