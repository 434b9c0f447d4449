import { seededRandom } from '../random/seeded-random.ts'
import { hostileArchives } from './hostile-archives.ts'
import type { HostileKind } from './hostile-kind.ts'
import { hostileNames } from './hostile-names.ts'
import { hostileSheets } from './hostile-sheets.ts'
import { hostileXml } from './hostile-xml.ts'

/** A file made to harm its reader. */
export interface Hostile {
  what: string
  isRefused: boolean
  file: Buffer
}

const KINDS = { archives: hostileArchives, xml: hostileXml, sheets: hostileSheets, names: hostileNames }

/** Yields this many files, one of each kind in turn. The same seed gives the same files. */
export function* hostileWorkbooks(of: keyof typeof KINDS, count: number, seed: number): Generator<Hostile> {
  const kinds = KINDS[of]
  const draw = seededRandom(seed)
  for (let i = 0; i < count; i++) {
    const { what, isRefused, make } = kinds[i % kinds.length] as HostileKind
    yield { what: `${i}: ${what}`, isRefused, file: make(draw) }
  }
}
