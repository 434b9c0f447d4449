import { Button, Group, Paper, Radio, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { formatList } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import type { List } from '../../contacts/queries.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-page.module.css'

export function RecipientsStep({ wizard: { draft, change, lists, list } }: { wizard: Wizard }) {
  if (lists.length === 0)
    return (
      <Paper withBorder>
        <EmptyState
          illustration="contacts"
          title={t('No contact lists yet')}
          about={t(
            'A campaign is sent to a contact list. Create one from a label, or select contacts on the Contacts page. Your campaign is saved in this tab.',
          )}
          action={
            <Button component={Link} to="/lists">
              {t('Create list')}
            </Button>
          }
        />
      </Paper>
    )
  return (
    <>
      <Title order={2} size="h4">
        {t('Choose recipients')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('The campaign is sent to the contacts on the list at that time. Opted-out contacts are skipped.')}
      </Text>
      <Radio.Group
        aria-label={t('Contact list')}
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
          {t('Continue')}
        </StepButton>
        <Button component={Link} to="/lists" variant="default">
          {t('Create list')}
        </Button>
      </Group>
    </>
  )
}

function Choice({ list }: { list: List }) {
  return (
    <Radio.Card value={list.id} className={classes.choice}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator mt={3} />
        <div>
          <Text fw={600}>{list.name}</Text>
          <Text size="sm" c="dimmed">
            {t('{count, plural, one {# contact} other {# contacts}}', { count: list.contacts })} ·{' '}
            {list.kind === 'DYNAMIC'
              ? t('dynamic by label: {labels}', { labels: formatList(list.labels, 'disjunction') })
              : t('static')}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  )
}
