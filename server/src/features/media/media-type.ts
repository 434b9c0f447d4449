import { MEDIA_FILE_BYTES_MAX, MEDIA_IMAGE_BYTES_MAX } from '../../domain/limits.ts'
import type { MediaFormat } from '../../domain/template/template.ts'
import { AppError } from '../../platform/errors.ts'

export type MediaType = 'image/jpeg' | 'image/png' | 'video/mp4' | 'application/pdf'

interface MediaKind {
  format: MediaFormat
  extension: string
  bytesMax: number
  matches: (head: Buffer) => boolean
}

const startsWith = (latin1: string) => (head: Buffer) => head.toString('latin1', 0, latin1.length) === latin1

const KINDS: Readonly<Record<MediaType, MediaKind>> = {
  'image/jpeg': {
    format: 'IMAGE',
    extension: 'jpg',
    bytesMax: MEDIA_IMAGE_BYTES_MAX,
    matches: startsWith('\xff\xd8\xff'),
  },
  'image/png': {
    format: 'IMAGE',
    extension: 'png',
    bytesMax: MEDIA_IMAGE_BYTES_MAX,
    matches: startsWith('\x89PNG\r\n\x1a\n'),
  },
  'video/mp4': {
    format: 'VIDEO',
    extension: 'mp4',
    bytesMax: MEDIA_FILE_BYTES_MAX,
    // The name of the first box follows its length.
    matches: (head) => head.toString('latin1', 4, 8) === 'ftyp',
  },
  'application/pdf': {
    format: 'DOCUMENT',
    extension: 'pdf',
    bytesMax: MEDIA_FILE_BYTES_MAX,
    matches: startsWith('%PDF-'),
  },
}

/** The first bytes of a file that are enough to recognize its type. */
export const HEAD_BYTES = 16

export const kindOf = (type: MediaType): MediaKind => KINDS[type]

export function readMediaType(declared: string): MediaType {
  const [type = ''] = declared.toLowerCase().split(';')
  const known = (Object.keys(KINDS) as MediaType[]).find((name) => name === type.trim())
  if (!known) throw unsupported('Upload a JPEG or PNG image, an MP4 video or a PDF.')
  return known
}

export function assertKind(type: MediaType, head: Buffer) {
  if (!KINDS[type].matches(head)) throw unsupported('The content of the file does not match its type.')
}

const unsupported = (detail: string) => new AppError('UNSUPPORTED_FILE_TYPE', { detail })
