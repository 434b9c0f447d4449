import type { VirusScanner } from '../../ports/virus-scanner.ts'
import { inspectFile } from './inspect-file.ts'
import { allOf } from './look.ts'
import type { EntryNames } from './macro-parts.ts'
import { judgeName, lookAtOfficePart } from './office-parts.ts'
import { lookForEicar, lookForPrograms } from './signatures.ts'
import { THREATS } from './threats.ts'
import { lookForDocumentType } from './xml-parts.ts'

/**
 * For installations without ClamAV. It knows no viruses but the test file; it refuses what a contact list or a picture
 * has no business to carry: programs, macros, embedded objects, links that fetch, and archives that deceive.
 */
export function builtinScanner(): VirusScanner {
  return {
    async scan(open) {
      const look = allOf([lookForEicar(), lookForPrograms(THREATS.ole)])
      const threat = await inspectFile(open, look, { judgeName, looksAt })
      return threat ? { clean: false, threat } : { clean: true }
    },
    check: async () => {},
  }
}

function looksAt(name: string, names: EntryNames) {
  const part = lookAtOfficePart(name, names)
  return [lookForEicar(), lookForPrograms(THREATS.embeddedObject), lookForDocumentType(name), ...(part ? [part] : [])]
}
