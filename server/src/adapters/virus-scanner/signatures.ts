import { bytesDetector, type Detector, headDetector, needlesInAllEncodings } from './detector.ts'
import { THREATS, type Threat } from './threats.ts'

/** Assembled here, so that virus scanners do not report this source file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')

/** Finds the EICAR test file anywhere in the stream. */
export const eicarDetector = (): Detector => bytesDetector(needlesInAllEncodings(EICAR), THREATS.eicar)

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

/** Recognises programs by their first bytes. `ole` is the threat that an OLE compound file counts as here. */
export const programDetector = (ole: Threat): Detector => headDetector(HEAD_BYTES, (head) => checkHead(head, ole))

function checkHead(head: Buffer, ole: Threat): Threat | undefined {
  const startsWith = (magic: Buffer) => head.subarray(0, magic.length).equals(magic)
  if (startsWith(OLE)) return ole
  if (PROGRAMS.some(startsWith)) return THREATS.executable
  // A text may begin with "MZ" but contains no NUL; the header of a program does.
  if (startsWith(Buffer.from('MZ')) && head.includes(0)) return THREATS.executable
  if (startsWith(Buffer.from('#!/'))) return THREATS.script
  return undefined
}
