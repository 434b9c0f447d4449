import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { STATUSES } from './display-names.ts'
import { TEMPLATE_QUERIES, type Template, templateQuery } from './queries.ts'
import { type Draft, NEW_DRAFT, toDraft, toTemplate } from './template-draft.ts'
import { TemplateForm } from './template-form.tsx'

const RULES = 'WhatsApp reviews your template, which takes from a minute to a day.'

export function NewTemplatePage() {
  const { from } = useSearch({ from: '/vendor/templates/new' })
  const { data: source, error, refetch } = useQuery({ ...templateQuery(from ?? ''), enabled: from !== undefined })
  const send = useSubmission((draft, key) => api.post<Template>('/templates', toTemplate(draft), key))
  if (from && error) return <LoadError error={error} retry={() => void refetch()} />
  if (from && !source) return <LoadingPage />
  const initial = source ? { ...toDraft(source), name: `${source.name}_copy` } : NEW_DRAFT
  return (
    <>
      <PageHeader title={source ? `Duplicate ${source.name}` : 'Create template'} about={RULES} actions={<Back />} />
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
      <PageHeader title={`Edit ${template.name}`} about={RULES} actions={<Back />} />
      <TemplateForm key={id} about={id} initial={toDraft(template)} rejected={template} send={send} />
    </>
  )
}

function useSubmission(submit: (draft: Draft, key: string) => Promise<Template>) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, isSuccess } = useApiMutation(submit, {
    invalidates: TEMPLATE_QUERIES,
    onSuccess: ({ id }) => {
      notifications.show({ message: 'Template submitted. We notify you when it is reviewed.' })
      void navigate({ to: '/templates/$id', params: { id } })
    },
  })
  return { submit: mutateAsync, isBusy: isPending || isSuccess }
}

const Back = () => (
  <Button component={Link} to="/templates" variant="default">
    All templates
  </Button>
)

const LoadError = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <>
    <PageHeader title="Template" actions={<Back />} />
    <ErrorState error={error} retry={retry} />
  </>
)

const NotRejected = ({ template: { id, name, status } }: { template: Template }) => (
  <PageHeader
    title={name}
    about={`This template is ${STATUSES[status].name.toLowerCase()}. Only rejected templates can be edited. Duplicate it to make changes.`}
    actions={
      <Button component={Link} to={`/templates/new?from=${id}` as LinkProps['to']}>
        Duplicate template
      </Button>
    }
  />
)
