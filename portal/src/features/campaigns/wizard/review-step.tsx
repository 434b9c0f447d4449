import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { t } from '../../../format/translate.ts'
import { PdfButton } from '../../billing/pdf-button.tsx'
import { describeSkipped, formatCountries } from '../skipped-contacts.ts'
import { LaunchBar } from './launch-bar.tsx'
import { Problems } from './launch-problems.tsx'
import { type Preview, useLaunchBody, usePreview } from './preview.ts'
import { PriceSummary } from './price-summary.tsx'
import { SendTime } from './send-time.tsx'
import { useQuotation, useQuotationPdf } from './use-quotation.ts'
import type { Wizard } from './use-wizard.ts'

export function ReviewStep({ wizard }: { wizard: Wizard }) {
  const quotation = useQuotation(wizard)
  const { data: preview, error, isCurrent, refetch } = usePreview(wizard, quotation.id)
  const body = useLaunchBody(wizard, quotation.id)
  const isRetry = wizard.draft.launch?.body === JSON.stringify(body)
  useRenewedQuotation(wizard, preview)
  if (!preview) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={6} />
  // The campaign cannot be sent before the price is fixed.
  const isPriceFixed = isCurrent && (quotation.id !== undefined || quotation.error !== null)
  return (
    <Stack gap="lg">
      <Title order={2} size="h4">
        {t('Review campaign')}
      </Title>
      {isRetry ? <ResponseLost /> : <Problems preview={preview} wizard={wizard} />}
      <RecipientsSummary preview={preview} wizard={wizard} />
      <PriceSummary
        preview={preview}
        pdf={quotation.id && <QuotationPdf id={quotation.id} />}
        isScheduled={wizard.draft.sendAt !== undefined}
      />
      <SendTime draft={wizard.draft} change={wizard.change} endsAt={preview.endsAt} />
      <LaunchBar wizard={wizard} preview={preview} body={body} isRetry={isRetry} isPriceFixed={isPriceFixed} />
    </Stack>
  )
}

/** Requests a new quotation when the list has changed or the quotation has expired. */
function useRenewedQuotation({ change, draft }: Wizard, preview: Preview | undefined) {
  const isStale = preview?.problems.some(({ code }) => code.startsWith('QUOTATION_')) ?? false
  const id = draft.quotation?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each stale quotation
  useEffect(() => {
    if (isStale && id) change({ quotation: undefined })
  }, [isStale, id])
}

const ResponseLost = () => (
  <Alert variant="light" title={t('The response to your last attempt was lost')} role="status">
    <Text size="sm">{t('Send again. If the campaign was already started, it opens and nothing is sent twice.')}</Text>
  </Alert>
)

function RecipientsSummary({ preview, wizard: { template, list, change } }: { preview: Preview; wizard: Wizard }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Recipients')}>
      <Title order={3} size="h5" mb={4}>
        {t('{name} to {recipients, plural, one {# recipient} other {# recipients}} in {name2}', {
          name: template?.name,
          recipients: preview.recipients,
          name2: list?.name,
        })}
      </Title>
      {preview.skipped.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No contacts are skipped.')}
        </Text>
      ) : (
        <>
          <Text size="sm">{t('Skipped, not charged:')}</Text>
          <ul>
            {preview.skipped.map((skipped) => (
              <li key={skipped.reason}>
                <Text size="sm">{describeSkipped(skipped)}</Text>
              </li>
            ))}
          </ul>
          {preview.lacking.map(({ variable, from, count }) => (
            <Text key={variable} size="sm" c="dimmed">
              {t(
                '{count, plural, one {# contact has} other {# contacts have}} no {from} for {value}. Set a fallback under Details to include them.',
                { count, from: from.replace(/^attributes\./, ''), value: `{{${variable}}}` },
              )}
            </Text>
          ))}
        </>
      )}
      {preview.excludeCountries.length > 0 && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => change({ excludeCountries: undefined })}>
          {t('Include {countries}', { countries: formatCountries(preview.excludeCountries) })}
        </Button>
      )}
      {preview.warnings.map(({ code, detail }) => (
        <Text key={code} size="sm" mt="xs">
          {detail}
        </Text>
      ))}
    </Paper>
  )
}

function QuotationPdf({ id }: { id: string }) {
  const { data } = useQuotationPdf(id)
  return <PdfButton path={`/quotations/${id}/pdf`} number={t('quotation')} isReady={data?.pdfStatus === 'READY'} />
}
