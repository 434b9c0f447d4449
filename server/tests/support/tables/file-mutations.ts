import type { SeededRandom } from '../random/seeded-random.ts'
import { unzip } from './unzip.ts'
import { type Part, zip } from './zip.ts'

/** What happens to files on their way: bytes are changed, lost, repeated, inserted, moved or cut off. */
const MUTATIONS: Readonly<Record<string, (bytes: Buffer, random: SeededRandom) => Buffer>> = {
  'a bit flipped': (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  'a byte changed': (bytes, random) => changed(bytes, random, () => random.below(256)),
  'a mark of the format changed': (bytes, random) => changed(bytes, random, () => markCode(random)),
  'a mark of the format inserted': (bytes, random) =>
    spliced(bytes, random.below(bytes.length + 1), 0, Buffer.from([markCode(random)])),
  'digits made larger': (bytes, random) => withLargerNumber(bytes, random),
  'some bytes lost': (bytes, random) => spliced(bytes, random.below(bytes.length), 1 + random.below(40)),
  'some bytes repeated': (bytes, random) => {
    const from = random.below(bytes.length)
    return spliced(bytes, from, 0, bytes.subarray(from, from + 1 + random.below(200)))
  },
  'some bytes moved': (bytes, random) => {
    const [from, length] = [random.below(bytes.length), 1 + random.below(100)]
    const rest = spliced(bytes, from, length)
    return spliced(rest, random.below(rest.length + 1), 0, bytes.subarray(from, from + length))
  },
  'zeros over some bytes': (bytes, random) => {
    const from = random.below(bytes.length)
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 1 + random.below(200)))
  },
  'the end cut off': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'noise at the end': (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)))]),
}
const NAMES = Object.keys(MUTATIONS)

const MARKS = '",;|\t\r\n\0<>&/=\'#:+-0123456789 \ufeff'
const markCode = (random: SeededRandom) => MARKS.charCodeAt(random.below(MARKS.length)) & 0xff

function changed(bytes: Buffer, random: SeededRandom, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const at = random.below(bytes.length)
  copy[at] = change(copy[at] ?? 0)
  return copy
}

const spliced = (bytes: Buffer, at: number, lost: number, inserted: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + lost)])

/** Counts and positions are where a reader is asked for too much. */
function withLargerNumber(bytes: Buffer, random: SeededRandom): Buffer {
  const numbers = [...bytes.toString('latin1').matchAll(/[0-9]+/g)]
  const found = numbers[random.below(Math.max(1, numbers.length))]
  if (!found) return bytes
  const larger = random.pick(['0', '65536', '1048576', '1048577', '99999999999', '4294967296'])
  return spliced(bytes, found.index, found[0].length, Buffer.from(larger))
}

export interface Mutated {
  what: string
  content: Buffer
}

/**
 * A source of mutations of one file. Archives are mutated as they are, or in one of their parts, which is packed again
 * so that its checksum is right.
 */
export async function mutationsOf(content: Buffer): Promise<(random: SeededRandom) => Mutated> {
  const parts = await unzip(content)
  const filled = parts?.filter((part) => part.content && part.content.length > 0) ?? []
  return (random) => {
    const what = random.pick(NAMES)
    const mutate = MUTATIONS[what] as (typeof MUTATIONS)[string]
    if (!parts || filled.length === 0 || random.chance(0.3)) return { what, content: mutate(content, random) }
    const part = random.pick(filled)
    const inside = mutate(Buffer.from(part.content ?? ''), random)
    const repacked = parts.map((one): Part => (one === part ? { ...one, content: inside } : one))
    return { what: `${what} in ${part.name}`, content: zip(repacked) }
  }
}
