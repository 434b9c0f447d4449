import { Alert, Button, Group, LoadingOverlay, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { type ImportDetail, type Mapping, mappingQuery } from '../queries.ts'
import { useProcessAgain } from '../use-process-again.ts'
import { ColumnCard } from './column-card.tsx'
import { allowsSeveralColumns, type ColumnChoice, mappingOf } from './column-choices.ts'
import { type ImportOptions, ImportOptionsForm } from './import-options.tsx'
import { loadMappingDraft, storeMappingDraft } from './mapping-draft.ts'
import { mappingRequest } from './mapping-request.ts'
import { PresetChoice } from './preset-choice.tsx'
import { choicesWith, optionsWith } from './presets.ts'
import { SavePreset } from './save-preset.tsx'
import { TablePanel } from './table-panel.tsx'

interface StepProps {
  detail: ImportDetail
  /** Only if the step was opened again from the review: goes back there. */
  onLeave?: () => void
}

/** Two steps: map the columns, then choose the import options. */
export function MappingStep({ detail, onLeave }: StepProps) {
  const { data: mapping, error, refetch } = useQuery(mappingQuery(detail.jobId))
  if (!mapping)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={4} height={96} />
  // Another sheet or header row has other columns, for which the choices of the user do not apply.
  const columns = JSON.stringify([mapping.sheet, mapping.headerRow, mapping.headers.map(({ column }) => column)])
  return <MappingForms key={columns} detail={detail} mapping={mapping} {...(onLeave && { onLeave })} />
}

const CARDS_SHOWN = 40

function MappingForms({ detail, mapping, onLeave }: StepProps & { mapping: Mapping }) {
  const [choices, setChosen] = useState(() => loadMappingDraft(detail.jobId, mapping))
  const setChoices = (chosen: ColumnChoice[]) => {
    setChosen(chosen)
    storeMappingDraft(detail.jobId, mapping, chosen)
  }
  const [options, setOptions] = useState<ImportOptions>({
    defaultCountry: detail.defaultCountry ?? '',
    mergeStrategy: detail.mergeStrategy,
    labels: detail.labels,
  })
  const [isNext, setNext] = useState(false)
  const confirm = useProcessAgain(detail.jobId, onLeave)
  if (!isNext)
    return (
      <Stack gap="lg">
        {onLeave && <ReviewNotice onLeave={onLeave} />}
        {!detail.fileName.toLowerCase().endsWith('.vcf') && (
          <TablePanel
            jobId={detail.jobId}
            mapping={mapping}
            isOpenAtFirst={!choices.some(({ field }) => field === 'phone')}
            {...(onLeave && { onSent: onLeave })}
          />
        )}
        <PresetChoice
          onApply={(preset) => {
            setChoices(choicesWith(choices, preset))
            setOptions(optionsWith(options, preset))
          }}
        />
        <ColumnMapping mapping={mapping} choices={choices} onChoose={setChoices} onNext={() => setNext(true)} />
      </Stack>
    )
  const send = () => confirm.mutate(mappingRequest(choices, options))
  return (
    <Stack gap="lg" pos="relative">
      <LoadingOverlay visible={confirm.isPending} />
      <ImportOptionsForm options={options} onChange={setOptions} />
      <SavePreset columns={mappingOf(choices)} options={options} />
      {confirm.error ? <ErrorState error={confirm.error} title={titleOf(confirm.error)} /> : null}
      <Group>
        <Button onClick={send} loading={confirm.isPending}>
          {t('Preview import')}
        </Button>
        <Button variant="default" onClick={() => setNext(false)}>
          {t('Back to columns')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('Nothing is saved yet. Next, you review every contact and every change.')}
      </Text>
    </Stack>
  )
}

interface ColumnMappingProps {
  mapping: Mapping
  choices: readonly ColumnChoice[]
  onChoose: (choices: ColumnChoice[]) => void
  onNext: () => void
}

function ColumnMapping({ mapping, choices, onChoose, onNext }: ColumnMappingProps) {
  const format = useFormat()
  const [isExpanded, setExpanded] = useState(choices.length <= CARDS_SHOWN)
  const hasPhone = choices.some(({ field }) => field === 'phone')
  const choose = (changed: ColumnChoice) =>
    onChoose(choices.map((choice) => (choice.column === changed.column ? changed : withoutConflict(choice, changed))))
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          {t('Match columns')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('{suggestion} Correct any that are wrong.', { suggestion: describeSuggestion(mapping) })}
        </Text>
      </div>
      <Stack gap="sm">
        {(isExpanded ? choices : choices.slice(0, CARDS_SHOWN)).map((choice, index) => (
          <ColumnCard
            key={choice.column}
            choice={choice}
            samples={mapping.headers[index]?.samples ?? []}
            suggestion={mapping.suggestion[choice.column]?.field}
            source={mapping.suggestionSource}
            onChange={choose}
          />
        ))}
      </Stack>
      {!isExpanded && (
        <Button variant="default" onClick={() => setExpanded(true)}>
          {t('Show all {count} columns', { count: format.number(choices.length) })}
        </Button>
      )}
      {!hasPhone && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {t('Select the column that contains phone numbers. It is required.')}
        </Text>
      )}
      <Group>
        <Button onClick={onNext} disabled={!hasPhone}>
          {t('Continue')}
        </Button>
      </Group>
    </Stack>
  )
}

function describeSuggestion({ headerRow: row, suggestionSource }: Mapping): string {
  if (suggestionSource === 'REMEMBERED')
    return t('Recognised from last time: the columns are matched as in your last file with this header.')
  if (row === 0) return t('The file has no header row, so fields were detected from the first rows.')
  const header = row === 1 ? t('the header') : t('the header in row {row}', { row })
  return t('Fields were detected from {header} and the first rows.', { header })
}

/** Only one column can be the name or the country. The column that was mapped to it before becomes an attribute. */
const withoutConflict = (choice: ColumnChoice, changed: ColumnChoice): ColumnChoice =>
  choice.field === changed.field && !allowsSeveralColumns(choice.field) ? { ...choice, field: 'attribute' } : choice

const ReviewNotice = ({ onLeave }: { onLeave: () => void }) => (
  <Alert variant="light" title={t('You are changing an import in review')}>
    <Text size="sm">
      {t('With other columns the file is processed again. Corrected cells and excluded rows are then discarded.')}
    </Text>
    <Button variant="default" size="compact-sm" mt="sm" onClick={onLeave}>
      {t('Back to review')}
    </Button>
  </Alert>
)

const titleOf = (error: unknown) => (isProblem(error, 'VALIDATION_FAILED') ? t('Check the column fields') : undefined)
