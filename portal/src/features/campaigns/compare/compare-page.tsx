import { Anchor, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import type { Page } from '../../../api/types.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { type Campaign, campaignQuery, type Summary } from '../queries.ts'
import classes from './compare-page.module.css'
import { FIGURES, type Figure, winner } from './figures.ts'

/** As many as one request returns; older ones can be opened and compared from their own page. */
const CHOICES_MAX = 100

const launchedQuery = {
  queryKey: ['campaigns', 'choices'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Page<Summary>>('/campaigns', { pageSize: CHOICES_MAX }, signal)).data.filter(
      ({ launchedAt }) => launchedAt !== null,
    ),
}

/** Two campaigns side by side. */
export function ComparePage() {
  const { a, b } = useSearch({ from: '/vendor/campaigns/compare' })
  const navigate = useNavigate({ from: '/campaigns/compare' })
  const { data: campaigns, error, refetch } = useQuery(launchedQuery)
  const choose = (name: 'a' | 'b', id: string) =>
    void navigate({ search: (before) => ({ ...before, [name]: id || undefined }), replace: true })
  return (
    <>
      <PageHeader
        title={t('Compare campaigns')}
        about={t('Rates are shares of all recipients, so that campaigns of different sizes can be compared.')}
      />
      {error && !campaigns ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!campaigns && !error && <LoadingLines lines={4} height={36} />}
      {campaigns && (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Choice label={t('First campaign')} campaigns={campaigns} value={a} onChange={(id) => choose('a', id)} />
            <Choice label={t('Second campaign')} campaigns={campaigns} value={b} onChange={(id) => choose('b', id)} />
          </SimpleGrid>
          {a && b && a !== b ? (
            <Comparison a={a} b={b} />
          ) : (
            <Paper withBorder>
              <EmptyState
                illustration="campaigns"
                title={a && a === b ? t('This is the same campaign twice') : t('Choose two campaigns')}
                about={
                  a && a === b
                    ? t('Choose another campaign on one side.')
                    : t('Their deliveries, reads, failures and costs appear side by side.')
                }
              />
            </Paper>
          )}
        </Stack>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  campaigns: readonly Summary[]
  value: string | undefined
  onChange: (id: string) => void
}

function Choice({ label, campaigns, value, onChange }: ChoiceProps) {
  const format = useFormat()
  const isListed = campaigns.some(({ id }) => id === value)
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('Choose a campaign') },
        ...(value && !isListed ? [{ value, label: t('An older campaign') }] : []),
        ...campaigns.map(({ id, name, launchedAt, createdAt }) => ({
          value: id,
          label: `${name}, ${format.day(launchedAt ?? createdAt)}`,
        })),
      ]}
    />
  )
}

function Comparison({ a, b }: { a: string; b: string }) {
  const first = useQuery(campaignQuery(a))
  const second = useQuery(campaignQuery(b))
  const error = first.error ?? second.error
  if (first.data && second.data) return <ComparisonTable first={first.data} second={second.data} />
  return error ? <ErrorState error={error} /> : <LoadingLines lines={7} height={36} />
}

const ComparisonTable = ({ first, second }: { first: Campaign; second: Campaign }) => (
  <Paper withBorder p="md" className={classes.scroll}>
    <table className={classes.table}>
      <caption className={classes.caption}>{t('Comparison')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Figure')}</th>
          {[first, second].map(({ id, name }) => (
            <th key={id} scope="col">
              <Anchor renderRoot={(props) => <Link {...props} to="/campaigns/$id" params={{ id }} />}>{name}</Anchor>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FIGURES.map((figure) => (
          <Row key={figure.name} figure={figure} first={first} second={second} />
        ))}
      </tbody>
    </table>
  </Paper>
)

function Row({ figure, first, second }: { figure: Figure; first: Campaign; second: Campaign }) {
  const [a, b] = [figure.value(first), figure.value(second)]
  const better = winner(figure, a, b)
  return (
    <tr>
      <th scope="row">{figure.name}</th>
      <Cell figure={figure} campaign={first} isBetter={better === 'a'} />
      <Cell figure={figure} campaign={second} isBetter={better === 'b'} />
    </tr>
  )
}

function Cell({ figure, campaign, isBetter }: { figure: Figure; campaign: Campaign; isBetter: boolean }) {
  const format = useFormat()
  const value = figure.value(campaign)
  const text =
    value === undefined
      ? '–'
      : figure.kind === 'money'
        ? formatMoney(value, campaign.currency)
        : figure.kind === 'percent'
          ? `${Math.round(value * 10) / 10}%`
          : format.number(value)
  return (
    <td>
      {text}
      {isBetter && (
        <Text span size="sm" className={classes.better}>
          {' '}
          {t('better')}
        </Text>
      )}
      {figure.kind === 'percent' && value !== undefined && (
        <span className={classes.track} aria-hidden="true">
          <span style={{ width: `${Math.min(100, value)}%` }} data-tone={figure.better === 'lower' ? 'bad' : 'main'} />
        </span>
      )}
    </td>
  )
}
