import type { Threat } from './threats.ts'

/** Watches one stream of bytes go by: a file, or a member of an archive. Made anew for each stream. */
export interface Look {
  see(chunk: Buffer): Threat | undefined
  /** Called once after the last chunk. */
  end(): Threat | undefined
}

/** Several looks at one stream; the first that finds something decides. */
export function allOf(looks: readonly Look[]): Look {
  return {
    see: (chunk) => firstFound(looks, (look) => look.see(chunk)),
    end: () => firstFound(looks, (look) => look.end()),
  }
}

/** Judges a stream by its first bytes, as soon as they are there or the stream has ended. */
export function lookAtHead(bytes: number, judge: (head: Buffer) => Threat | undefined): Look {
  let head: Buffer = Buffer.alloc(0)
  let isJudged = false
  const decide = () => {
    isJudged = true
    return judge(head)
  }
  return {
    see(chunk) {
      if (isJudged) return undefined
      head = Buffer.concat([head, chunk.subarray(0, bytes - head.length)])
      return head.length < bytes ? undefined : decide()
    },
    end: () => (isJudged ? undefined : decide()),
  }
}

export interface Needle {
  bytes: Buffer
  /** Where the search begins: bytes before it are too common to search by, and are compared afterwards. */
  rareFrom: number
}

/** Finds fixed byte strings, also where the border between two chunks cuts them. */
export function lookForBytes(needles: readonly Needle[], threat: Threat): Look {
  const keep = Math.max(...needles.map((needle) => needle.bytes.length)) - 1
  let tail: Buffer = Buffer.alloc(0)
  return {
    see(chunk) {
      const border = Buffer.concat([tail, chunk.subarray(0, keep)])
      const isFound = needles.some((needle) => holds(border, needle) || holds(chunk, needle))
      tail = Buffer.from((chunk.length < keep ? border : chunk).subarray(-keep))
      return isFound ? threat : undefined
    },
    end: () => undefined,
  }
}

function holds(bytes: Buffer, needle: Needle): boolean {
  const common = needle.bytes.subarray(0, needle.rareFrom)
  const rare = needle.bytes.subarray(needle.rareFrom)
  for (let at = bytes.indexOf(rare); at >= 0; at = bytes.indexOf(rare, at + 1))
    if (common.every((byte, i) => bytes[at - common.length + i] === byte)) return true
  return false
}

/**
 * A text in the encodings that we read. What both byte orders of UTF-16 have in common is enough: a pattern that began
 * with a NUL would be slow to look for in zeros. `rareFrom` counts characters.
 */
export function inEachEncoding(text: string, rareFrom = 0): Needle[] {
  return [
    { bytes: Buffer.from(text, 'latin1'), rareFrom },
    { bytes: Buffer.from(text, 'utf16le').subarray(0, -1), rareFrom: rareFrom * 2 },
  ]
}

function firstFound(looks: readonly Look[], ask: (look: Look) => Threat | undefined) {
  for (const look of looks) {
    const threat = ask(look)
    if (threat) return threat
  }
  return undefined
}
