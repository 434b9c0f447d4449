import type { VirusScanner } from '../../ports/virus-scanner.ts'
import { combineDetectors } from './detector.ts'
import { inspectFile } from './inspect-file.ts'
import type { EntryNames } from './macro-parts.ts'
import { checkName, officePartDetector } from './office-parts.ts'
import { eicarDetector, programDetector } from './signatures.ts'
import { THREATS } from './threats.ts'
import { documentTypeDetector } from './xml-parts.ts'

/**
 * For installations without ClamAV. It knows no viruses but the EICAR test file; it rejects what a contact list or a
 * picture must not contain: programs, macros, embedded objects, external links and deceptive archives.
 */
export function builtinScanner(): VirusScanner {
  return {
    async scan(open) {
      const detector = combineDetectors([eicarDetector(), programDetector(THREATS.ole)])
      const threat = await inspectFile(open, detector, { checkName, detectorsFor })
      return threat ? { clean: false, threat } : { clean: true }
    },
    check: async () => {},
  }
}

function detectorsFor(name: string, names: EntryNames) {
  const part = officePartDetector(name, names)
  return [eicarDetector(), programDetector(THREATS.embeddedObject), documentTypeDetector(name), ...(part ? [part] : [])]
}
