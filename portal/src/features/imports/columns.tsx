import { Button, Group, LoadingOverlay, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/use-write.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingLines } from '../../components/loading.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { type ColumnChoice, choicesOf, columnsOf, mayHoldSeveral } from './choices.ts'
import { ColumnCard } from './column-card.tsx'
import { HowToImport, type Wishes } from './how-to-import.tsx'
import { type ImportDetail, importPath, type Mapping, mappingQuery } from './queries.ts'

/** What the columns are, and then how to treat what is in them. */
export function Columns({ detail }: { detail: ImportDetail }) {
  const { data: mapping, error, refetch } = useQuery(mappingQuery(detail.jobId))
  if (!mapping)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={4} height={96} />
  return <Questions detail={detail} mapping={mapping} />
}

const CARDS_SHOWN = 40

function Questions({ detail, mapping }: { detail: ImportDetail; mapping: Mapping }) {
  const [choices, setChoices] = useState(() => choicesOf(mapping))
  const [wishes, setWishes] = useState<Wishes>({
    defaultCountry: detail.defaultCountry ?? '',
    mergeStrategy: detail.mergeStrategy,
    labels: detail.labels,
  })
  const [isNext, setNext] = useState(false)
  const confirm = useConfirmMapping(detail.jobId)
  if (!isNext)
    return <WhatIsWhat mapping={mapping} choices={choices} onChoose={setChoices} onNext={() => setNext(true)} />
  const send = () =>
    confirm.mutate({
      columns: columnsOf(choices),
      mergeStrategy: wishes.mergeStrategy,
      labels: wishes.labels,
      ...(wishes.defaultCountry && { defaultCountry: wishes.defaultCountry }),
      ...(wishes.mergeStrategy === 'FULL_REPLACE' && { confirmFullReplace: true }),
    })
  return (
    <Stack gap="lg" pos="relative">
      <LoadingOverlay visible={confirm.isPending} />
      <HowToImport wishes={wishes} onChange={setWishes} />
      {confirm.error ? <ErrorState error={confirm.error} title={titleOf(confirm.error)} /> : null}
      <Group>
        <Button onClick={send} loading={confirm.isPending}>
          Show me what would happen
        </Button>
        <Button variant="default" onClick={() => setNext(false)}>
          Back to the columns
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Nothing is saved yet: next you see every contact and every change.
      </Text>
    </Stack>
  )
}

interface WhatIsWhatProps {
  mapping: Mapping
  choices: readonly ColumnChoice[]
  onChoose: (choices: ColumnChoice[]) => void
  onNext: () => void
}

function WhatIsWhat({ mapping, choices, onChoose, onNext }: WhatIsWhatProps) {
  const format = useFormat()
  const [isWhole, setWhole] = useState(choices.length <= CARDS_SHOWN)
  const hasPhone = choices.some(({ field }) => field === 'phone')
  const choose = (changed: ColumnChoice) =>
    onChoose(choices.map((choice) => (choice.column === changed.column ? changed : madeRoom(choice, changed))))
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          What is in each column?
        </Title>
        <Text size="sm" c="dimmed">
          {headingsOf(mapping.headerRow)} Change what is not right.
        </Text>
      </div>
      <Stack gap="sm">
        {(isWhole ? choices : choices.slice(0, CARDS_SHOWN)).map((choice, index) => (
          <ColumnCard
            key={choice.column}
            choice={choice}
            samples={mapping.headers[index]?.samples ?? []}
            suggestion={mapping.suggestion[choice.column]?.field}
            onChange={choose}
          />
        ))}
      </Stack>
      {!isWhole && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Show all {format.count(choices.length)} columns
        </Button>
      )}
      {!hasPhone && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          Say which column holds the phone numbers. Without one nobody can be imported.
        </Text>
      )}
      <Group>
        <Button onClick={onNext} disabled={!hasPhone}>
          These are right
        </Button>
      </Group>
    </Stack>
  )
}

function headingsOf(row: number): string {
  if (row === 0) return 'No row of the file names the columns, so we went by what is in the first rows.'
  const where = row === 1 ? 'the headings' : `the headings in row ${row}`
  return `We have looked at ${where} and the first rows below.`
}

/** There is one name and one country: who had it before becomes a detail. */
const madeRoom = (choice: ColumnChoice, changed: ColumnChoice): ColumnChoice =>
  choice.field === changed.field && !mayHoldSeveral(choice.field) ? { ...choice, field: 'attribute' } : choice

interface MappingInput {
  columns: ReturnType<typeof columnsOf>
  mergeStrategy: Wishes['mergeStrategy']
  labels: string[]
  defaultCountry?: string
  confirmFullReplace?: boolean
}

function useConfirmMapping(jobId: string) {
  return useWrite((input: MappingInput, key) => api.post(importPath(jobId, '/mapping'), input, key), {
    changes: [['imports', jobId]],
  })
}

const titleOf = (error: unknown) =>
  isProblem(error, 'VALIDATION_FAILED') ? 'A column needs another answer' : undefined
