/**
 * Decides whether a file may be opened. Fails closed: without a verdict the call throws `ScannerUnavailable`, and the
 * file must not be parsed. `open` starts reading from the first byte each time.
 */
export interface VirusScanner {
  scan(open: () => AsyncIterable<Uint8Array>): Promise<Verdict>
  /** Throws when the scanner is unreachable. */
  check(): Promise<void>
}

export type Verdict = { clean: true } | { clean: false; threat: string }

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}
