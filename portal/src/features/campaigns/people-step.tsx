import { Button, Group, Paper, Radio, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { useFormat } from '../../components/place-context.tsx'
import type { List } from '../contacts/queries.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-page.module.css'

export function PeopleStep({ wizard: { draft, change, lists, list } }: { wizard: Wizard }) {
  if (lists.length === 0)
    return (
      <Paper withBorder>
        <EmptyState
          title="No lists yet"
          about="A campaign goes to a list. Make one that follows a label, or tick people on the contacts page. This campaign waits here."
          action={
            <Button component={Link} to="/lists">
              Make a list
            </Button>
          }
        />
      </Paper>
    )
  return (
    <>
      <Title order={2} size="h4">
        Who gets it?
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Whoever is on the list when it is sent. Those who want no messages from you are left out by themselves.
      </Text>
      <Radio.Group
        aria-label="List"
        value={draft.listId ?? ''}
        onChange={(listId) => change({ listId, excludeCountries: undefined })}
      >
        <div className={classes.choices}>
          {lists.map((one) => (
            <Choice key={one.id} list={one} />
          ))}
        </div>
      </Radio.Group>
      <Group mt="lg">
        <StepButton to="details" disabled={!list}>
          Next: the details
        </StepButton>
        <Button component={Link} to="/lists" variant="default">
          Make another list
        </Button>
      </Group>
    </>
  )
}

function Choice({ list }: { list: List }) {
  const format = useFormat()
  return (
    <Radio.Card value={list.id} className={classes.choice}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator mt={3} />
        <div>
          <Text fw={600}>{list.name}</Text>
          <Text size="sm" c="dimmed">
            {format.countOf(list.contacts, 'contact')},{' '}
            {list.kind === 'DYNAMIC' ? `whoever has the label ${list.labels.join(' or ')}` : 'chosen by hand'}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  )
}
