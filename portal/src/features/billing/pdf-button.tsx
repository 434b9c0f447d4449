import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../api/download.ts'
import { errorMessage, isProblem } from '../../api/problem.ts'
import { t } from '../../format/translate.ts'

interface PdfProps {
  path: string
  number: string
  isReady: boolean
}

/** Downloads the document, or says when to try again while it is being generated. */
export function PdfButton({ path, number, isReady }: PdfProps) {
  const fetching = useMutation({
    mutationFn: () => download(path, `${number}.pdf`),
    onError: (error) =>
      notifications.show({
        color: isProblem(error, 'PDF_NOT_READY') ? undefined : 'red',
        message: isProblem(error, 'PDF_NOT_READY')
          ? t('The PDF of {number} is being generated. Try again in {retryAfterSeconds} seconds.', {
              number,
              retryAfterSeconds: error.retryAfterSeconds ?? 5,
            })
          : errorMessage(error),
      }),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
      aria-label={isReady ? t('Download {number} as PDF', { number }) : t('Generating PDF of {number}', { number })}
    >
      {isReady ? 'PDF' : t('Generating PDF…')}
    </Button>
  )
}
