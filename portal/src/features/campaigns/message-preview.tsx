import { valuesFor } from '@harkara/server/domain/messaging/campaign-variables'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Page } from '../../api/types.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { componentsOf, PhonePreview } from '../../components/message/phone-preview.tsx'
import { formatList } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { type Contact, nameOf } from '../contacts/queries.ts'
import type { Template } from './queries.ts'
import { mappingOf, type Rules, unfilled } from './variables.ts'

/** Enough to preview contacts with many and with few attributes. */
const CONTACTS_MAX = 50

/** A sample of the list, without opted-out contacts. */
export const sampleContactsQuery = (listId: string | undefined) => ({
  queryKey: ['contacts', 'some-of', listId],
  queryFn: async () => {
    const { data } = await api.post<Page<Contact>>('/contacts/search', { listId, pageSize: CONTACTS_MAX })
    return data.filter(({ optedOutAt }) => optedOutAt === null)
  },
  enabled: listId !== undefined,
})

interface PanelProps {
  template: Template | undefined
  listId: string | undefined
  rules: Rules
}

/** Previews the message for one contact of the list at a time. */
export function MessagePreview({ template, listId, rules }: PanelProps) {
  const { data: contacts = [] } = useQuery(sampleContactsQuery(listId))
  const [turn, setTurn] = useState(0)
  if (!template)
    return (
      <Paper withBorder>
        <EmptyState title={t('Preview')} about={t('Choose a template to preview the message.')} />
      </Paper>
    )
  const person = contacts[turn % Math.max(1, contacts.length)]
  const { values, lacking } = person ? filled(template, rules, person) : { values: {}, lacking: [] }
  return (
    <>
      <PhonePreview
        components={componentsOf(template)}
        values={values}
        caption={
          person
            ? t('Preview for {name}', { name: nameOf(person) })
            : t('Choose recipients to preview the message with their data')
        }
      />
      {person && lacking.length > 0 && (
        <Text size="sm" ta="center" mt={4} role="status">
          {t('This contact is skipped: no value for {names}.', {
            names: formatList(lacking.map((name) => `{{${name}}}`)),
          })}
        </Text>
      )}
      {contacts.length > 1 && (
        <Group justify="center" mt="xs">
          <Button size="compact-sm" variant="default" onClick={() => setTurn(turn + 1)}>
            {t('Preview next contact')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Uses the server's rule. Variables without a rule have no value; variables without data for this contact are lacking. */
function filled({ variables }: Template, rules: Rules, person: Contact) {
  const open = unfilled(variables, rules)
  const chosen = variables.filter((name) => !open.includes(name))
  const values: Record<string, string | undefined> = {}
  for (const [name, rule] of Object.entries(mappingOf(chosen, rules)))
    values[name] = valuesFor({ [name]: rule as { value: string } }, person)?.get(name)
  return { values, lacking: chosen.filter((name) => values[name] === undefined) }
}
