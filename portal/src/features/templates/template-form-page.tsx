import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { t } from '../../format/translate.ts'
import { STATUSES } from './display-names.ts'
import { TEMPLATE_QUERIES, type Template, templateQuery } from './queries.ts'
import { type Draft, NEW_DRAFT, toDraft, toTemplate } from './template-draft.ts'
import { TemplateForm } from './template-form.tsx'

const RULES = t('WhatsApp reviews your template, which takes from a minute to a day.')

export function NewTemplatePage() {
  const { from } = useSearch({ from: '/vendor/templates/new' })
  const { data: source, error, refetch } = useQuery({ ...templateQuery(from ?? ''), enabled: from !== undefined })
  const send = useSubmission((draft, key) => api.post<Template>('/templates', toTemplate(draft), key))
  if (from && error) return <LoadError error={error} retry={() => void refetch()} />
  if (from && !source) return <LoadingPage />
  const initial = source ? { ...toDraft(source), name: `${source.name}_copy` } : NEW_DRAFT
  return (
    <>
      <PageHeader title={source ? t('Duplicate {name}', { name: source.name }) : t('Create template')} about={RULES} />
      <TemplateForm key={from} about={from ? `copy-${from}` : 'new'} initial={initial} send={send} />
    </>
  )
}

export function EditTemplatePage() {
  const { id } = useParams({ from: '/vendor/templates/$id/edit' })
  const { data: template, error, refetch } = useQuery({ ...templateQuery(id), refetchInterval: false })
  const send = useSubmission((draft) => {
    const { category, components } = toTemplate(draft)
    return api.put<Template>(`/templates/${id}`, { category, components })
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!template) return <LoadingPage />
  if (template.status !== 'REJECTED' && !send.isBusy) return <NotRejected template={template} />
  return (
    <>
      <PageHeader title={t('Edit {name}', { name: template.name })} about={RULES} />
      <TemplateForm key={id} about={id} initial={toDraft(template)} rejected={template} send={send} />
    </>
  )
}

function useSubmission(submit: (draft: Draft, key: string) => Promise<Template>) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, isSuccess } = useApiMutation(submit, {
    invalidates: TEMPLATE_QUERIES,
    onSuccess: ({ id }) => {
      notifications.show({ message: t('Template submitted. We notify you when it is reviewed.') })
      void navigate({ to: '/templates/$id', params: { id } })
    },
  })
  return { submit: mutateAsync, isBusy: isPending || isSuccess }
}

const LoadError = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <>
    <PageHeader title={t('Template')} />
    <ErrorState error={error} retry={retry} />
  </>
)

const NotRejected = ({ template: { id, name, status } }: { template: Template }) => (
  <PageHeader
    title={name}
    about={t('This template is {name}. Only rejected templates can be edited. Duplicate it to make changes.', {
      name: STATUSES[status].name.toLowerCase(),
    })}
    actions={
      <Button component={Link} to={`/templates/new?from=${id}` as LinkProps['to']}>
        {t('Duplicate template')}
      </Button>
    }
  />
)
