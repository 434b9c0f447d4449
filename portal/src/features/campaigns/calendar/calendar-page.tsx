import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { fetchAllPages } from '../../../api/fetch-all-pages.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { useLocale } from '../../../components/values/locale-context.tsx'
import { formatDay, formatTime } from '../../../format/dates.ts'
import { t } from '../../../format/translate.ts'
import type { Summary } from '../queries.ts'
import { localTime } from '../schedule.ts'
import classes from './calendar-page.module.css'
import { monthAfter, weeksOf } from './month.ts'

const scheduledQuery = {
  queryKey: ['campaigns', 'scheduled'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    fetchAllPages<Summary>('/campaigns', signal, { status: 'SCHEDULED' }),
}

/** Scheduled campaigns by month, in the vendor's time zone. On phones only the days with campaigns are listed. */
export function CalendarPage() {
  const { timeZone, locale } = useLocale()
  const { month: asked } = useSearch({ from: '/vendor/campaigns/calendar' })
  const { data: campaigns, error, refetch } = useQuery(scheduledQuery)
  const dayOf = (at: string | Date) => localTime(new Date(at), timeZone).slice(0, 10)
  const today = dayOf(serverNow())
  const month = asked ?? today.slice(0, 7)
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )
  const inMonth = campaigns?.filter(({ scheduledAt }) => scheduledAt && dayOf(scheduledAt).startsWith(month))
  return (
    <>
      <PageHeader
        title={t('Scheduled campaigns')}
        about={t('Recipients and cost are calculated when a campaign starts. You can edit or cancel it until then.')}
      />
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Group gap="xs">
          <MonthLink month={monthAfter(month, -1)}>{t('Previous month')}</MonthLink>
          <MonthLink month={monthAfter(month, 1)}>{t('Next month')}</MonthLink>
        </Group>
      </Group>
      {error && !campaigns ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!campaigns && !error && <LoadingLines lines={5} height={90} />}
      {campaigns && (
        <Paper withBorder className={classes.calendar}>
          <div className={classes.weekdays} aria-hidden="true">
            {weeksOf(month)[0]?.map((day) => (
              <span key={day}>{weekdayName(day, locale)}</span>
            ))}
          </div>
          <ol className={classes.days}>
            {weeksOf(month)
              .flat()
              .map((day) => (
                <Day
                  key={day}
                  day={day}
                  isOther={!day.startsWith(month)}
                  isToday={day === today}
                  campaigns={campaigns.filter(({ scheduledAt }) => scheduledAt && dayOf(scheduledAt) === day)}
                />
              ))}
          </ol>
          {inMonth?.length === 0 && (
            <EmptyState
              illustration="campaigns"
              title={t('No campaigns scheduled in {title}', { title })}
              about={t('Choose a later time in the last step of a campaign to schedule it.')}
            />
          )}
        </Paper>
      )}
    </>
  )
}

const weekdayName = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))

const MonthLink = ({ month, children }: { month: string; children: string }) => (
  <Button
    variant="default"
    size="sm"
    renderRoot={(props) => <Link {...props} to="/campaigns/calendar" search={{ month }} />}
  >
    {children}
  </Button>
)

interface DayProps {
  day: string
  isOther: boolean
  isToday: boolean
  campaigns: readonly Summary[]
}

function Day({ day, isOther, isToday, campaigns }: DayProps) {
  const locale = useLocale()
  return (
    <li className={classes.day} data-other={isOther} data-today={isToday} data-empty={campaigns.length === 0}>
      <time dateTime={day} className={classes.number}>
        <span className={classes.short}>{Number(day.slice(-2))}</span>
        <span className={classes.long}>{formatDay(day, { ...locale, timeZone: 'UTC' })}</span>
        {isToday && (
          <Text span size="xs">
            {' '}
            {t('Today')}
          </Text>
        )}
      </time>
      {campaigns.map(({ id, name, scheduledAt, recipients }) => (
        <Link key={id} to="/campaigns/$id" params={{ id }} className={classes.campaign} title={name}>
          <span className={classes.name}>{name}</span>
          <span className={classes.when}>
            {formatTime(scheduledAt ?? '', locale)}
            {recipients > 0 &&
              ` · ${t('{count, plural, one {# recipient} other {# recipients}}', { count: recipients })}`}
          </span>
        </Link>
      ))}
    </li>
  )
}
