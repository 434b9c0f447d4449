import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingLines } from '../../components/loading.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { PdfButton } from '../billing/pdf-button.tsx'
import { CheckMoney } from './check-money.tsx'
import { LaunchBar } from './launch-bar.tsx'
import { countriesInWords, leftOutWords } from './left-out.ts'
import { type Preview, useLaunchBody, usePreview } from './preview.ts'
import { Problems } from './problems.tsx'
import { SendTime } from './send-time.tsx'
import { useQuotation, useQuotationPdf } from './use-quotation.ts'
import type { Wizard } from './use-wizard.ts'

export function CheckStep({ wizard }: { wizard: Wizard }) {
  const quotation = useQuotation(wizard)
  const { data: preview, error, isCurrent, refetch } = usePreview(wizard, quotation.id)
  const body = useLaunchBody(wizard, quotation.id)
  const isTried = wizard.draft.launch?.body === JSON.stringify(body)
  useFreshPrice(wizard, preview)
  if (!preview) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={6} />
  // Until the price is fixed there is none to agree to.
  const isSettled = isCurrent && (quotation.id !== undefined || quotation.error !== null)
  return (
    <Stack gap="lg">
      <Title order={2} size="h4">
        Is everything as it should be?
      </Title>
      {isTried ? <AnswerLost /> : <Problems preview={preview} wizard={wizard} />}
      <Who preview={preview} wizard={wizard} />
      <CheckMoney
        preview={preview}
        pdf={quotation.id && <QuotationPdf id={quotation.id} />}
        isScheduled={wizard.draft.sendAt !== undefined}
      />
      <SendTime draft={wizard.draft} change={wizard.change} endsAt={preview.endsAt} />
      <LaunchBar wizard={wizard} preview={preview} body={body} isTried={isTried} isSettled={isSettled} />
    </Stack>
  )
}

/** Other people are on the list now, or a day has passed: the price is made anew before anybody agrees to it. */
function useFreshPrice({ change, draft }: Wizard, preview: Preview | undefined) {
  const isStale = preview?.problems.some(({ code }) => code.startsWith('QUOTATION_')) ?? false
  const id = draft.quotation?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each quotation that is stale
  useEffect(() => {
    if (isStale && id) change({ quotation: undefined })
  }, [isStale, id])
}

const AnswerLost = () => (
  <Alert variant="light" title="The answer to your last try was lost" role="status">
    <Text size="sm">
      Press the button again. If the campaign is on its way already you come to it; nothing is sent twice.
    </Text>
  </Alert>
)

function Who({ preview, wizard: { template, list, change } }: { preview: Preview; wizard: Wizard }) {
  const format = useFormat()
  return (
    <Paper withBorder p="md" component="section" aria-label="Who gets it">
      <Title order={3} size="h5" mb={4}>
        {format.countOf(preview.recipients, 'person', 'people')} of {list?.name}{' '}
        {preview.recipients === 1 ? 'gets' : 'get'} {template?.name}
      </Title>
      {preview.skipped.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody is left out.
        </Text>
      ) : (
        <>
          <Text size="sm">Left out, and not charged:</Text>
          <ul>
            {preview.skipped.map((skipped) => (
              <li key={skipped.reason}>
                <Text size="sm">{leftOutWords(format, skipped)}</Text>
              </li>
            ))}
          </ul>
          {preview.lacking.map(({ variable, from, count }) => (
            <Text key={variable} size="sm" c="dimmed">
              {format.countOf(count, 'person has', 'people have')} no {from.replace(/^attributes\./, '')} for{' '}
              {`{{${variable}}}`}. Words for them can be given under Details.
            </Text>
          ))}
        </>
      )}
      {preview.excludeCountries.length > 0 && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => change({ excludeCountries: undefined })}>
          Include {countriesInWords(preview.excludeCountries)} again
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
  return <PdfButton path={`/quotations/${id}/pdf`} number="quotation" isReady={data?.pdfStatus === 'READY'} />
}
