import type { VirusScanner } from '../../ports/virus-scanner.ts'
import { inspectFile } from './inspect-file.ts'
import { allOf } from './look.ts'
import { lookForDocumentType } from './xml-parts.ts'

/**
 * The published limits and the checks for deceptive archives, in front of any scanner: ClamAV calls a zip bomb clean.
 * What the file is infected with remains the scanner's to say.
 */
export function withStructureLimits(scanner: VirusScanner): VirusScanner {
  return {
    async scan(open) {
      const members = { judgeName: () => undefined, looksAt: (name: string) => [lookForDocumentType(name)] }
      const threat = await inspectFile(open, allOf([]), members)
      return threat ? { clean: false, threat } : scanner.scan(open)
    },
    check: () => scanner.check(),
  }
}
