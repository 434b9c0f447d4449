import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../format/translate.ts'
import { downloadPdf } from './download-pdf.ts'

interface PdfProps {
  path: string
  number: string
  isReady: boolean
}

export function PdfButton({ path, number, isReady }: PdfProps) {
  const fetching = useMutation({ mutationFn: () => downloadPdf(path, number) })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
      aria-label={isReady ? t('Download PDF of {number}', { number }) : t('Generating PDF of {number}', { number })}
    >
      {isReady ? t('Download PDF') : t('Generating PDF…')}
    </Button>
  )
}
