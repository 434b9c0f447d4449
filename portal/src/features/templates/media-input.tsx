import { MEDIA_FILE_BYTES_MAX, MEDIA_IMAGE_BYTES_MAX } from '@harkara/server/domain/limits'
import type { MediaFormat } from '@harkara/server/domain/template/template'
import { FileInput, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { errorMessage } from '../../api/problem.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { t } from '../../format/translate.ts'
import type { DraftForm } from './template-draft.ts'

const MB = 1024 * 1024
const KINDS: Readonly<Record<MediaFormat, { label: string; accept: string; kinds: string; bytesMax: number }>> = {
  IMAGE: {
    label: t('Image'),
    accept: 'image/jpeg,image/png',
    kinds: t('JPEG or PNG'),
    bytesMax: MEDIA_IMAGE_BYTES_MAX,
  },
  VIDEO: { label: t('Video'), accept: 'video/mp4', kinds: 'MP4', bytesMax: MEDIA_FILE_BYTES_MAX },
  DOCUMENT: { label: t('Document'), accept: 'application/pdf', kinds: 'PDF', bytesMax: MEDIA_FILE_BYTES_MAX },
}

interface MediaProps {
  form: DraftForm
  format: MediaFormat
  /** Receives the object URL of the chosen image. */
  onPicture: (url: string | undefined) => void
}

/** Uploads the file as soon as it is chosen, so that submitting the template does not have to wait. */
export function MediaInput({ form, format, onPicture }: MediaProps) {
  const { label, accept, kinds, bytesMax } = KINDS[format]
  const [file, setFile] = useState<File | null>(null)
  const [tooLarge, setTooLarge] = useState('')
  const upload = useApiMutation(
    (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return api.post<{ id: string }>('/media', body)
    },
    { onSuccess: ({ id }) => form.setFieldValue('mediaId', id) },
  )
  useObjectUrl(format === 'IMAGE' ? file : null, onPicture)
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > bytesMax
    setFile(isTooLarge ? null : chosen)
    setTooLarge(
      isTooLarge
        ? t('This file is {size} MB. The limit is {bytesMax} MB.', {
            size: Math.ceil(chosen.size / MB),
            bytesMax: bytesMax / MB,
          })
        : '',
    )
    form.setFieldValue('mediaId', '')
    upload.reset()
    if (chosen && !isTooLarge) upload.mutate(chosen)
  }
  const isThere = form.values.mediaId !== ''
  return (
    <div>
      <FileInput
        label={label}
        description={t('{kinds}, up to {bytesMax} MB. All recipients get the same file.', {
          kinds,
          bytesMax: bytesMax / MB,
        })}
        placeholder={isThere && !file ? t('Keep current file') : t('Choose file')}
        accept={accept}
        value={file}
        onChange={choose}
        error={tooLarge || (upload.error ? errorMessage(upload.error) : form.errors['mediaId'])}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {upload.isPending ? t('Uploading…') : upload.isSuccess && isThere ? t('Uploaded') : ''}
      </Text>
    </div>
  )
}

function useObjectUrl(file: File | null, onUrl: (url: string | undefined) => void) {
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    onUrl(url)
    return () => {
      onUrl(undefined)
      URL.revokeObjectURL(url)
    }
  }, [file, onUrl])
}
