import { Alert, Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Figure } from '../../components/figure.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { listsQuery } from '../contacts/queries.ts'
import { MakeListOfImport } from './make-list-of-import.tsx'
import type { ImportDetail, ImportStatus } from './queries.ts'
import { Reports } from './reports.tsx'
import { UndoImport } from './undo-import.tsx'

/** What changed, what was left out, and what one might do next. */
export function Done({ detail, status }: { detail: ImportDetail; status: ImportStatus }) {
  const format = useFormat()
  const { created = 0, updated = 0, merged = 0, skipped = 0, changedSincePreview = 0 } = status.result ?? {}
  const { invalidRows } = status.stats
  return (
    <Stack gap="lg">
      <Undone status={status} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure name="Added" note="are new in your contacts">
          {format.count(created)}
        </Figure>
        <Figure name="Changed" note="got new names, details or labels">
          {format.count(updated + merged)}
        </Figure>
        <Figure name="As they were" note="said nothing new">
          {format.count(skipped)}
        </Figure>
        <Figure name="Left out" note={invalidRows > 0 ? 'rows to mend and import again' : 'no row was refused'}>
          {format.count(invalidRows)}
        </Figure>
      </SimpleGrid>
      {changedSincePreview > 0 && (
        <Text size="sm" c="dimmed">
          {format.countOf(changedSincePreview, 'contact')} came out differently than the review showed, because your
          contacts had changed meanwhile.
        </Text>
      )}
      {(invalidRows > 0 || status.stats.warningRows > 0) && (
        <Paper withBorder p="lg">
          <Stack gap="sm">
            <Title order={2} size="h4">
              What to look at
            </Title>
            <Text size="sm" c="dimmed">
              Mend the rows that were left out in your spreadsheet and import that file. The reports can be downloaded
              for seven days.
            </Text>
            <Reports status={status} />
          </Stack>
        </Paper>
      )}
      {!status.undo && created + updated + merged + skipped > 0 && <Next detail={detail} />}
      {!status.undo && <UndoImport status={status} />}
    </Stack>
  )
}

/** Write to them: through the list that the import made, or one that is made of it now. */
function Next({ detail }: { detail: ImportDetail }) {
  const { data: lists = [] } = useQuery(listsQuery)
  const list = lists.find(({ name }) => name === detail.listName)
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Send them something
        </Title>
        {list ? (
          <Text size="sm">
            They are on the list{' '}
            <Anchor component={Link} to={`/lists/${list.id}` as LinkProps['to']} size="sm">
              {list.name}
            </Anchor>
            . A campaign can go to exactly this list.
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            A campaign goes to a list. Make one of these people, or send to a list or label that you have.
          </Text>
        )}
        <Group gap="sm">
          <Button
            renderRoot={(props) => <Link {...props} to="/campaigns/new" search={list ? { list: list.id } : {}} />}
          >
            Prepare a campaign
          </Button>
          {!list && <MakeListOfImport jobId={detail.jobId} />}
          <Button component={Link} to="/contacts" variant="default">
            See your contacts
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Undone({ status: { undo } }: { status: ImportStatus }) {
  const format = useFormat()
  if (!undo) return null
  if (undo.state === 'RUNNING')
    return (
      <Alert color="yellow" variant="light" role="status" title="This import is being undone">
        You may close this tab: the work goes on.
      </Alert>
    )
  return (
    <Alert variant="light" role="status" title="This import was undone">
      {format.countOf(undo.removed, 'contact')} removed, {format.count(undo.restored)} put back as before,{' '}
      {format.count(undo.kept)} kept because somebody touched them since.
    </Alert>
  )
}
