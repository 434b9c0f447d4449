import { Link, Navigate, useParams } from '@tanstack/react-router'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { Stepper } from '../../../components/layout/stepper.tsx'
import { t } from '../../../format/translate.ts'
import { MessagePreview } from '../message-preview.tsx'
import { DetailsStep } from './details-step.tsx'
import { RecipientsStep } from './recipients-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { TemplateStep } from './template-step.tsx'
import { STEPS, type Step, useWizard, type Wizard } from './use-wizard.ts'
import classes from './wizard-page.module.css'

const NAMES: Record<Step, string> = {
  template: t('Template'),
  people: t('Recipients'),
  details: t('Details'),
  check: t('Review'),
}
const PAGES: Record<Step, (props: { wizard: Wizard }) => React.ReactNode> = {
  template: TemplateStep,
  people: RecipientsStep,
  details: DetailsStep,
  check: ReviewStep,
}

export function WizardPage() {
  const { step } = useParams({ from: '/vendor/campaigns/new/$step' })
  const { wizard, error, retry } = useWizard()
  if (!wizard) return error ? <ErrorState error={error} retry={retry} /> : <LoadingPage />
  const asked = STEPS.find((one) => one === step)
  if (!asked || STEPS.indexOf(asked) > STEPS.indexOf(wizard.open))
    return <Navigate to="/campaigns/new/$step" params={{ step: wizard.open }} replace />
  const Page = PAGES[asked]
  return (
    <>
      <PageHeader
        title={t('Create campaign')}
        tab={t('{asked} · Create campaign', { asked: NAMES[asked] })}
        about={t('Nothing is sent until you confirm in the last step. Your draft is saved in this tab.')}
      />
      <StepsNav current={asked} open={wizard.open} />
      <div className={classes.columns}>
        <div className={classes.page}>
          <Page wizard={wizard} />
        </div>
        <aside className={classes.message} aria-label={t('Message preview')}>
          <MessagePreview template={wizard.template} listId={wizard.list?.id} rules={wizard.draft.rules} />
        </aside>
      </div>
    </>
  )
}

function StepsNav({ current, open }: { current: Step; open: Step }) {
  const reachable = STEPS.indexOf(open)
  const steps = STEPS.map((step, index) => ({
    name: NAMES[step],
    isDone: index < reachable,
    isCurrent: step === current,
  }))
  return (
    <Stepper
      label={t('Steps')}
      steps={[...steps, { name: t('Sent'), isDone: false, isCurrent: false }]}
      link={(index, content, isCurrent) => {
        const step = STEPS[index]
        return step && index <= reachable ? (
          <Link to="/campaigns/new/$step" params={{ step }} aria-current={isCurrent}>
            {content}
          </Link>
        ) : undefined
      }}
    />
  )
}
