import type { SeededRandom } from '../random/seeded-random.ts'

/** Makes a file of one kind with random variations. */
export interface HostileKind {
  what: string
  /** Whether it must be refused. Other files may also be read; the result is then harmless. */
  isRefused: boolean
  make(random: SeededRandom): Buffer
}
