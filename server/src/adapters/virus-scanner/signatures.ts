import { inEachEncoding, type Look, lookAtHead, lookForBytes } from './look.ts'
import { THREATS, type Threat } from './threats.ts'

/** Put together here, so that this source file is not itself reported by every scanner that reads it. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')

/** The test file of the anti-virus makers, anywhere in the stream. */
export const lookForEicar = (): Look => lookForBytes(inEachEncoding(EICAR), THREATS.eicar)

const HEAD_BYTES = 64
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PROGRAMS = [
  '7f454c46', // ELF
  'feedface', // Mach-O, 32 bits, and the three beside it
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe', // Mach-O for several machines, Java
  '4c00000001140200', // Windows shortcut
].map((hex) => Buffer.from(hex, 'hex'))

/** What the first bytes give away. `ole` is what an OLE compound file counts as in this place. */
export const lookForPrograms = (ole: Threat): Look => lookAtHead(HEAD_BYTES, (head) => judgeHead(head, ole))

function judgeHead(head: Buffer, ole: Threat): Threat | undefined {
  const startsWith = (magic: Buffer) => head.subarray(0, magic.length).equals(magic)
  if (startsWith(OLE)) return ole
  if (PROGRAMS.some(startsWith)) return THREATS.executable
  // A text may well begin with "MZ", but it has no NUL; the header of a program is full of them.
  if (startsWith(Buffer.from('MZ')) && head.includes(0)) return THREATS.executable
  if (startsWith(Buffer.from('#!/'))) return THREATS.script
  return undefined
}
