import type { Chance } from '../random/seeded-random.ts'

/** Makes one of a kind; what it may vary, it varies by chance. */
export interface HostileKind {
  what: string
  /** Whether it must be refused; the others may be read as well: then what is read is harmless. */
  isRefused: boolean
  make(chance: Chance): Buffer
}
