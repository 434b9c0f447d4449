import type { Threat } from './threats.ts'

/** Inspects one stream of bytes: a file or an entry of an archive. A new instance is needed for each stream. */
export interface Detector {
  inspect(chunk: Buffer): Threat | undefined
  /** Called once after the last chunk. */
  end(): Threat | undefined
}

/** Runs several detectors on one stream and returns the first threat. */
export function combineDetectors(detectors: readonly Detector[]): Detector {
  return {
    inspect: (chunk) => firstThreat(detectors, (detector) => detector.inspect(chunk)),
    end: () => firstThreat(detectors, (detector) => detector.end()),
  }
}

/** Checks the first bytes of a stream, once they are complete or the stream has ended. */
export function headDetector(bytes: number, check: (head: Buffer) => Threat | undefined): Detector {
  let head: Buffer = Buffer.alloc(0)
  let isChecked = false
  const decide = () => {
    isChecked = true
    return check(head)
  }
  return {
    inspect(chunk) {
      if (isChecked) return undefined
      head = Buffer.concat([head, chunk.subarray(0, bytes - head.length)])
      return head.length < bytes ? undefined : decide()
    },
    end: () => (isChecked ? undefined : decide()),
  }
}

interface Needle {
  bytes: Buffer
  /** Where the search begins: the bytes before it are too common to search for and are compared afterwards. */
  rareFrom: number
}

/** Finds fixed byte strings, including those split across two chunks. */
export function bytesDetector(needles: readonly Needle[], threat: Threat): Detector {
  const keep = Math.max(...needles.map((needle) => needle.bytes.length)) - 1
  let tail: Buffer = Buffer.alloc(0)
  return {
    inspect(chunk) {
      const border = Buffer.concat([tail, chunk.subarray(0, keep)])
      const isFound = needles.some((needle) => contains(border, needle) || contains(chunk, needle))
      tail = Buffer.from((chunk.length < keep ? border : chunk).subarray(-keep))
      return isFound ? threat : undefined
    },
    end: () => undefined,
  }
}

function contains(bytes: Buffer, needle: Needle): boolean {
  const common = needle.bytes.subarray(0, needle.rareFrom)
  const rare = needle.bytes.subarray(needle.rareFrom)
  for (let at = bytes.indexOf(rare); at >= 0; at = bytes.indexOf(rare, at + 1))
    if (common.every((byte, i) => bytes[at - common.length + i] === byte)) return true
  return false
}

/**
 * A text in the encodings that we read. The part that both byte orders of UTF-16 share is enough: a pattern that begins
 * with a NUL would be slow to find among zeros. `rareFrom` counts characters.
 */
export function needlesInAllEncodings(text: string, rareFrom = 0): Needle[] {
  return [
    { bytes: Buffer.from(text, 'latin1'), rareFrom },
    { bytes: Buffer.from(text, 'utf16le').subarray(0, -1), rareFrom: rareFrom * 2 },
  ]
}

function firstThreat(detectors: readonly Detector[], ask: (detector: Detector) => Threat | undefined) {
  for (const detector of detectors) {
    const threat = ask(detector)
    if (threat) return threat
  }
  return undefined
}
