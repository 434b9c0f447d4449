import { Alert, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { DescriptionList } from '../../components/layout/description-list.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { componentsOf, PhonePreview } from '../../components/message/phone-preview.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { languageName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { CATEGORIES, formatReason, qualityLabel, STATUSES, variableName } from './display-names.ts'
import { TEMPLATE_QUERIES, type Template, templateQuery } from './queries.ts'
import { SendTest } from './send-test.tsx'
import { sampleValues, toDraft } from './template-draft.ts'

export function TemplatePage() {
  const { id } = useParams({ from: '/vendor/templates/$id' })
  const { data: template, error, refetch } = useQuery(templateQuery(id))
  if (template) return <TemplateDetails key={id} template={template} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Template')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function TemplateDetails({ template }: { template: Template }) {
  const [open, setOpen] = useState<'test' | 'delete'>()
  const { id, name, status } = template
  return (
    <>
      <PageHeader
        title={name}
        about={STATUSES[status].about}
        actions={
          <>
            <Button component={Link} to={`/templates/new?from=${id}` as LinkProps['to']} variant="default">
              {t('Duplicate template')}
            </Button>
            {status === 'APPROVED' && (
              <Button variant="default" onClick={() => setOpen('test')}>
                {t('Send test message')}
              </Button>
            )}
            {status === 'APPROVED' && (
              <Button renderRoot={(props) => <Link {...props} to="/campaigns/new" search={{ template: id }} />}>
                {t('Create campaign')}
              </Button>
            )}
            {status === 'REJECTED' && (
              <Button component={Link} to={`/templates/${id}/edit` as LinkProps['to']}>
                {t('Edit and resubmit')}
              </Button>
            )}
          </>
        }
      />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <ReviewResult template={template} />
            <About template={template} />
            <Variables template={template} />
            <Group>
              <Button variant="default" size="xs" onClick={() => setOpen('delete')}>
                {t('Delete template')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PhonePreview
            components={componentsOf(template)}
            values={sampleValues(toDraft(template))}
            caption={t('Preview with sample values')}
          />
        </Grid.Col>
      </Grid>
      {open === 'test' && <SendTest template={template} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteTemplate template={template} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function ReviewResult({ template: { rejectionReason, warnings = [] } }: { template: Template }) {
  return (
    <>
      {rejectionReason && (
        <Alert color="red" variant="light" title={t('Rejection reason')}>
          {formatReason(rejectionReason)}
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light">
          {warning}
        </Alert>
      ))}
    </>
  )
}

function About({ template }: { template: Template }) {
  const { status, category, requestedCategory, language, quality, createdAt, updatedAt } = template
  const { name, tone } = qualityLabel(quality)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Template details')}>
      <DescriptionList
        items={[
          [
            t('Status'),
            <StatusDot key="status" tone={STATUSES[status].tone}>
              {STATUSES[status].name}
            </StatusDot>,
          ],
          [
            t('Category'),
            category === requestedCategory
              ? CATEGORIES[category].name
              : t('{name} (changed by WhatsApp from {name2})', {
                  name: CATEGORIES[category].name,
                  name2: CATEGORIES[requestedCategory].name,
                }),
          ],
          [t('Language'), languageName(language)],
          [
            t('Quality'),
            <StatusDot key="quality" tone={tone}>
              {name}
            </StatusDot>,
          ],
          [t('Created'), <RelativeTime key="written" at={createdAt} />],
          [t('Updated'), <RelativeTime key="changed" at={updatedAt} />],
        ]}
      />
    </Paper>
  )
}

const Variables = ({ template: { variables, components } }: { template: Template }) => (
  <Paper withBorder p="md" component="section" aria-label={t('Variables')}>
    <Title order={2} size="h4" mb={4}>
      {t('Variables')}
    </Title>
    <Text size="sm" c="dimmed">
      {variables.length === 0
        ? t('This template has no variables.')
        : t('Filled for each recipient: {list}.', {
            list: variables.map((one) => variableName(one, components)).join(', '),
          })}
    </Text>
  </Paper>
)

function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.delete(`/templates/${template.id}`), {
    invalidates: TEMPLATE_QUERIES,
    onSuccess: () => {
      notifications.show({ message: t('Template deleted.') })
      void navigate({ to: '/templates' })
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Delete template?')}
      confirm={t('Delete {name}', { name: template.name })}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t(
        'The template is deleted here and at WhatsApp, and campaigns that use it stop.{nameRule} This cannot be undone.',
        {
          nameRule:
            template.status === 'APPROVED'
              ? ` ${t('You cannot reuse the name of an approved template for 30 days.')}`
              : '',
        },
      )}
    </ConfirmDialog>
  )
}
