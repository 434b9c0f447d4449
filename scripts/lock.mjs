import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` in one process at a time. Holders are numbered files in `dir`, and the highest number holds the lock while
 * its process lives. Numbers only go up and a file appears whole, so a dead holder has exactly one successor. A program
 * that `work` runs is named with `hold(pid)`: should we be killed, nobody follows before that program has ended too.
 */
export async function exclusively(dir, onWait, work) {
  mkdirSync(dir, { recursive: true })
  let waitsFor
  for (;;) {
    const { number, holders } = latest(dir)
    const living = holders.find(isAlive)
    if (living) {
      if (waitsFor !== living.pid) onWait(living.pid)
      waitsFor = living.pid
      await sleep(200)
    } else if (take(dir, number + 1)) {
      const file = fileOf(dir, number + 1)
      const hold = (pid) => renameSync(writeDraft(dir, [process.pid, pid]), file)
      try {
        return await work(hold)
      } finally {
        writeFileSync(file, RELEASED)
      }
    }
  }
}

const RELEASED = '[]'
const KEPT = 10
const GONE = 'gone'

const fileOf = (dir, number) => join(dir, `${number}.lock`)

function latest(dir) {
  const numbers = readdirSync(dir)
    .filter((name) => /^\d+\.lock$/.test(name))
    .map((name) => Number.parseInt(name, 10))
  const number = Math.max(0, ...numbers)
  return { number, holders: number === 0 ? [] : read(fileOf(dir, number)) }
}

/** An unreadable file is one being released or swept away. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

function take(dir, number) {
  const draft = writeDraft(dir, [process.pid])
  try {
    linkSync(draft, fileOf(dir, number))
  } catch (error) {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
  if (latest(dir).number > number) return false
  for (let old = number - KEPT; old > 0 && old > number - 3 * KEPT; old--) rmSync(fileOf(dir, old), { force: true })
  return true
}

function writeDraft(dir, pids) {
  const draft = join(dir, `${randomUUID()}.draft`)
  writeFileSync(draft, JSON.stringify(pids.map((pid) => ({ pid, startedAt: startMark(pid) }))))
  return draft
}

const isAlive = ({ pid, startedAt }) => startedAt !== GONE && startMark(pid) === startedAt

/** What tells a process from a later one with the same pid: its start, within the same boot and container. */
function startMark(pid) {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return GONE
    return [
      fields[18],
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      readlinkSync('/proc/self/ns/pid'),
    ].join(' ')
  } catch {
    return GONE
  }
}
