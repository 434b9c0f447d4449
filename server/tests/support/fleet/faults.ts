import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SeededRandom } from '../random/seeded-random.ts'
import type { Fleet, Member } from './fleet.ts'

const PAUSE_MS_MAX = 1_500

interface Fault {
  what: string
  /** Whether messages may have been claimed and never sent. */
  losesClaims?: boolean
  strike(): Promise<void>
}

/** In random order: every process is stopped and started again. Processes of the previous release start in this one. */
export const planRestarts = ({ members }: Fleet, random: SeededRandom) => shuffled(members.map(stopped), random)

/** In random order: every process stopped once, some killed, and the services that all of them need restarted. */
export function planFaults(fleet: Fleet, random: SeededRandom, { rounds, kills }: { rounds: number; kills: number }) {
  const { members, redis, clamd, database } = fleet
  const round = (): Fault[] => [
    ...members.map(stopped),
    ...Array.from({ length: kills }, () => killed(random.pick(members))),
    { what: 'Redis killed, empty again', strike: () => redis.restart() },
    { what: 'clamd killed', strike: () => clamd.restart() },
    { what: 'PostgreSQL stopped', losesClaims: true, strike: () => database.restart('stop') },
    { what: 'PostgreSQL killed', losesClaims: true, strike: () => database.restart('crash') },
  ]
  return Array.from({ length: rounds }, () => shuffled(round(), random)).flat()
}

/** One after the other, each a random moment after the one before is made good. */
export async function strikeAll(faults: readonly Fault[], random: SeededRandom) {
  for (const { what, strike } of faults) {
    await sleep(random.below(PAUSE_MS_MAX))
    await strike().catch((error) => {
      throw new Error(`after: ${what}`, { cause: error })
    })
  }
}

const stopped = (member: Member): Fault => ({
  what: `${member.role} stopped`,
  strike: async () => expect(await member.replace('SIGTERM'), `exit code of ${member.role}`).toBe(0),
})

const killed = (member: Member): Fault => ({
  what: `${member.role} killed`,
  losesClaims: member.role === 'WORKER',
  strike: async () => expect(await member.replace('SIGKILL')).toBe('SIGKILL'),
})

function shuffled<T>(items: T[], random: SeededRandom): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[items[last], items[other]] = [items[other] as T, items[last] as T]
  }
  return items
}
