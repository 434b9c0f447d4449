/**
 * Says whether a file may be opened at all. Fails closed: when no verdict can be had the call throws
 * `ScannerUnavailable`, and nobody may parse the file. `open` starts reading the file from its first byte each time.
 */
export interface VirusScanner {
  scan(open: () => AsyncIterable<Uint8Array>): Promise<Verdict>
  /** Throws when the scanner cannot be reached. */
  check(): Promise<void>
}

export type Verdict = { clean: true } | { clean: false; threat: string }

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}
