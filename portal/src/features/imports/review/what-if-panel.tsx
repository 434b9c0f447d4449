import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { vendorQuery } from '../../../api/queries.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { countries } from '../../../format/countries.ts'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import {
  type CountryResult,
  type ImportDetail,
  type ImportStatus,
  importPath,
  mappingQuery,
  type Preview,
} from '../queries.ts'
import { useProcessAgain } from '../use-process-again.ts'
import { type CountrySuggestion, countriesToCompare, suggestCountry } from './what-if.ts'

const COMPARED_MAX = 10

interface WhatIfProps {
  detail: ImportDetail
  status: ImportStatus
  preview: Preview
}

/** How the file would be read with other default countries, and the way to choose one. */
export function WhatIfPanel({ detail, status, preview }: WhatIfProps) {
  const { data: vendor } = useQuery(vendorQuery)
  const [added, setAdded] = useState<readonly string[]>([])
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const { invalidRows, warningRows, validRows } = status.stats
  const found = preview.validSample.map(({ _normalized }) => _normalized.countryCode)
  const compared = [...new Set([...countriesToCompare(detail.defaultCountry, vendor?.country, found), ...added])]
  const isWorthwhile = invalidRows > 0 || warningRows > 0
  const { data: results, error } = useQuery({
    queryKey: ['imports', detail.jobId, 'what-if', compared],
    queryFn: ({ signal }) =>
      api.get<CountryResult[]>(importPath(detail.jobId, '/what-if'), { countries: compared.join(',') }, signal),
    enabled: vendor !== undefined && isWorthwhile,
    placeholderData: keepPreviousData,
  })
  if (!isWorthwhile) return null
  const hasAmbiguous = preview.validSample.some(({ _warnings }) => _warnings.includes('ambiguous country'))
  const suggestion =
    results && suggestCountry(results, { validRows, defaultCountry: detail.defaultCountry, hasAmbiguous })
  return (
    <section aria-label={t('Default country')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 16rem">
            <b>
              {t('Default country:')} {detail.defaultCountry ? countryName(detail.defaultCountry) : t('detected')}.
            </b>{' '}
            {suggestion && <Suggestion {...suggestion} isEstimate={results?.[0]?.sampledRows !== undefined} />}
          </Text>
          {suggestion && !isOpen && (
            <Button size="xs" onClick={() => setChosen(suggestion.country)}>
              {t('Use {country}', { country: countryName(suggestion.country) })}
            </Button>
          )}
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('Hide comparison') : t('Compare countries')}
          </Button>
        </Group>
        {isOpen && (
          <Comparison
            results={results}
            error={error}
            current={detail.defaultCountry}
            onAdd={compared.length < COMPARED_MAX ? (country) => setAdded([...added, country]) : undefined}
            onChoose={setChosen}
          />
        )}
      </Stack>
      <UseCountry jobId={detail.jobId} country={chosen} onClose={() => setChosen(undefined)} />
    </section>
  )
}

function Suggestion({ country, moreValid, settled, isEstimate }: CountrySuggestion & { isEstimate: boolean }) {
  const start = t('With {country} as the default country,', { country: countryName(country) })
  const about = isEstimate ? t('{start} about', { start }) : start
  if (moreValid > 0)
    return t('{about} {moreValid, plural, one {# more row} other {# more rows}} would be valid.', { about, moreValid })
  if (settled)
    return t('{about} {settled, plural, one {# row} other {# rows}} would no longer have an uncertain country.', {
      about,
      settled,
    })
  return t('{start} all numbers stay the same and no country is uncertain.', { start })
}

interface ComparisonProps {
  results: readonly CountryResult[] | undefined
  error: unknown
  current: string | null
  onAdd: ((country: string) => void) | undefined
  onChoose: (country: string) => void
}

function Comparison({ results, error, current, onAdd, onChoose }: ComparisonProps) {
  const format = useFormat()
  if (error) return <ErrorState error={error} />
  if (!results) return <LoadingLines lines={3} height={28} />
  const columns: Column<CountryResult>[] = [
    { name: t('Country'), cell: ({ country }) => countryName(country) },
    { name: t('Valid rows'), isNumber: true, cell: ({ valid }) => format.number(valid) },
    { name: t('Uncertain'), isNumber: true, cell: ({ ambiguous }) => format.number(ambiguous) },
    { name: t('Failed rows'), isNumber: true, cell: ({ failed }) => format.number(failed) },
    { name: t('Changed rows'), isNumber: true, cell: ({ changed }) => format.number(changed) },
    {
      name: t('Choose'),
      isActions: true,
      cell: ({ country }) =>
        country === current ? (
          t('Current')
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => onChoose(country)}>
            {t('Use {country}', { country: countryName(country) })}
          </Button>
        ),
    },
  ]
  const { sampledRows } = results[0] ?? {}
  return (
    <>
      {sampledRows !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Estimated from {sampledRows} rows of the file.', { sampledRows: format.number(sampledRows) })}
        </Text>
      )}
      <DataTable
        label={t('Default countries')}
        columns={columns}
        list={{ rows: [...results], isPending: false, error: null, retry: () => {} }}
        rowKey={({ country }) => country}
        empty={null}
      />
      {onAdd && (
        <NativeSelect
          label={t('Add a country')}
          data={[
            { value: '', label: t('Choose a country') },
            ...countries()
              .filter(({ code }) => !results.some(({ country }) => country === code))
              .map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value=""
          onChange={({ currentTarget }) => currentTarget.value && onAdd(currentTarget.value)}
          maw={300}
        />
      )}
    </>
  )
}

function UseCountry({ jobId, country, onClose }: { jobId: string; country: string | undefined; onClose: () => void }) {
  const { data: mapping } = useQuery(mappingQuery(jobId))
  const send = useProcessAgain(jobId)
  const name = country ? countryName(country) : ''
  return (
    <ConfirmDialog
      opened={country !== undefined}
      onClose={onClose}
      title={t('Use {name} as the default country?', { name })}
      confirm={t('Use {name}', { name })}
      isBusy={send.isPending}
      isDisabled={!mapping?.confirmed}
      error={send.error}
      onConfirm={() =>
        country && mapping?.confirmed && send.mutate({ columns: mapping.confirmed, defaultCountry: country })
      }
    >
      {t(
        'The file is processed again with {name} for numbers without a country code. Cells that you corrected and rows that you excluded in this review are discarded.',
        { name },
      )}
    </ConfirmDialog>
  )
}
