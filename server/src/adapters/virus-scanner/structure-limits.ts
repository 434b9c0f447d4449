import type { VirusScanner } from '../../ports/virus-scanner.ts'
import { combineDetectors } from './detector.ts'
import { inspectFile } from './inspect-file.ts'
import { documentTypeDetector } from './xml-parts.ts'

/**
 * Enforces the published limits and the checks for deceptive archives before any scanner, because ClamAV reports a zip
 * bomb as clean. Infections are left to the scanner.
 */
export function withStructureLimits(scanner: VirusScanner): VirusScanner {
  return {
    async scan(open) {
      const checks = { checkName: () => undefined, detectorsFor: (name: string) => [documentTypeDetector(name)] }
      const threat = await inspectFile(open, combineDetectors([]), checks)
      return threat ? { clean: false, threat } : scanner.scan(open)
    },
    check: () => scanner.check(),
  }
}
