import { Button, Grid, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { rich } from '../../../components/values/rich.ts'
import { RelativeTime } from '../../../components/values/time.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { DeleteContacts } from '../bulk/delete-contacts.tsx'
import { type Contact, contactQuery } from '../queries.ts'
import { ContactHistory } from './contact-history.tsx'
import { OptOut } from './opt-out.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ContactPage() {
  const { id } = useParams({ from: '/vendor/contacts/$id' })
  const { data: contact, error, refetch } = useQuery(contactQuery(id))
  if (contact) return <ContactDetails key={id} contact={contact} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Contact')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function ContactDetails({ contact }: { contact: Contact }) {
  const { id, name, e164, countryCode, createdAt } = contact
  return (
    <>
      <PageHeader
        title={name || e164}
        tab={t('Contact')}
        about={
          <>
            {name ? `${e164} · ` : ''}
            {rich('{countryCode} · Created {time}', {
              countryCode: countryName(countryCode),
              time: <RelativeTime at={createdAt} />,
            })}
          </>
        }
        actions={
          <Button component={Link} to={`/inbox/${id}` as LinkProps['to']} variant="default">
            {t('View conversation')}
          </Button>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <ProfileForm contact={contact} />
            <ContactHistory id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <OptOut contact={contact} />
            <DeleteSection contact={contact} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function DeleteSection({ contact }: { contact: Contact }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Delete')}>
      <Title order={2} size="h4" mb={4}>
        {t('Delete')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Removes the contact and its personal data. An opt-out stays in force.')}
      </Text>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {t('Delete contact')}
      </Button>
      {isAsking && (
        <DeleteContacts
          selected={{ contacts: [contact], count: 1 }}
          onClose={() => setAsking(false)}
          onSuccess={() => void navigate({ to: '/contacts' })}
        />
      )}
    </Paper>
  )
}
