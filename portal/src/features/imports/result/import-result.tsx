import { Alert, Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { StatCard } from '../../../components/layout/stat-card.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { rich } from '../../../components/values/rich.ts'
import { t } from '../../../format/translate.ts'
import { listsQuery } from '../../contacts/queries.ts'
import type { ImportDetail, ImportStatus } from '../queries.ts'
import { CreateList } from './create-list.tsx'
import { RepairedRows } from './lineage.tsx'
import { Reports } from './reports.tsx'
import { UndoImport } from './undo-import.tsx'

/** The result of an import, its reports, and the next steps. */
export function ImportResult({ detail, status }: { detail: ImportDetail; status: ImportStatus }) {
  const format = useFormat()
  const { created = 0, updated = 0, merged = 0, skipped = 0, changedSincePreview = 0 } = status.result ?? {}
  const { invalidRows } = status.stats
  return (
    <Stack gap="lg">
      <UndoStatus status={status} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <StatCard name={t('Created')} note={t('New contacts')}>
          {format.number(created)}
        </StatCard>
        <StatCard name={t('Updated')} note={t('Name, attributes or labels changed')}>
          {format.number(updated + merged)}
        </StatCard>
        <StatCard name={t('Unchanged')} note={t('No changes in the file')}>
          {format.number(skipped)}
        </StatCard>
        <StatCard name={t('Failed')} note={invalidRows > 0 ? t('Rows to fix and import again') : t('No failed rows')}>
          {format.number(invalidRows)}
        </StatCard>
      </SimpleGrid>
      {changedSincePreview > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{changedSincePreview, plural, one {# contact} other {# contacts}} differ from the preview because they changed after the review.',
            { changedSincePreview },
          )}
        </Text>
      )}
      {(invalidRows > 0 || status.stats.warningRows > 0) && (
        <Paper withBorder p="lg">
          <Stack gap="sm">
            <Title order={2} size="h4">
              {t('Failed rows and warnings')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('Fix the failed rows in your spreadsheet app and import that file. Reports are available for 7 days.')}
            </Text>
            <RepairedRows status={status} />
            <Reports status={status} />
          </Stack>
        </Paper>
      )}
      {!status.undo && created + updated + merged + skipped > 0 && <NextSteps detail={detail} />}
      {!status.undo && <UndoImport status={status} />}
    </Stack>
  )
}

/** Offers a campaign to the list that the import filled, or the creation of such a list. */
function NextSteps({ detail }: { detail: ImportDetail }) {
  const { data: lists = [] } = useQuery(listsQuery)
  const list = lists.find(({ name }) => name === detail.listName)
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('Send a campaign')}
        </Title>
        {list ? (
          <Text size="sm">
            {rich('These contacts are in the list {anchor}. Send a campaign to exactly this list.', {
              anchor: (
                <Anchor component={Link} to={`/lists/${list.id}` as LinkProps['to']} size="sm">
                  {list.name}
                </Anchor>
              ),
            })}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {t('A campaign is sent to a contact list. Create one from this import, or use an existing list or label.')}
          </Text>
        )}
        <Group gap="sm">
          <Button
            renderRoot={(props) => <Link {...props} to="/campaigns/new" search={list ? { list: list.id } : {}} />}
          >
            {t('Create campaign')}
          </Button>
          {!list && <CreateList jobId={detail.jobId} />}
          <Button component={Link} to="/contacts" variant="default">
            {t('View contacts')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function UndoStatus({ status: { undo } }: { status: ImportStatus }) {
  const format = useFormat()
  if (!undo) return null
  if (undo.state === 'RUNNING')
    return (
      <Alert color="yellow" variant="light" role="status" title={t('Undoing import')}>
        {t('You can close this tab. The undo continues in the background.')}
      </Alert>
    )
  return (
    <Alert variant="light" role="status" title={t('Import undone')}>
      {t(
        '{removed, plural, one {# contact} other {# contacts}} removed, {restored} restored, {kept} kept because they changed after the import.',
        { removed: undo.removed, restored: format.number(undo.restored), kept: format.number(undo.kept) },
      )}
    </Alert>
  )
}
