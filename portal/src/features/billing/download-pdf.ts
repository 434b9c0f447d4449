import { notifications } from '@mantine/notifications'
import { download } from '../../api/download.ts'
import { errorMessage, isProblem } from '../../api/problem.ts'
import { t } from '../../format/translate.ts'

export const invoicePdf = (id: string) => `/billing/invoices/${id}/pdf`

/** Downloads a document, or says what is wrong, and when to try again while it is being generated. */
export async function downloadPdf(path: string, number: string) {
  try {
    await download(path, `${number}.pdf`)
  } catch (error) {
    const isEarly = isProblem(error, 'PDF_NOT_READY')
    notifications.show({
      color: isEarly ? undefined : 'red',
      message: isEarly
        ? t('The PDF of {number} is being generated. Try again in {retryAfterSeconds} seconds.', {
            number,
            retryAfterSeconds: error.retryAfterSeconds ?? 5,
          })
        : errorMessage(error),
    })
  }
}
