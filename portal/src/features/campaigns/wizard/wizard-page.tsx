import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { CheckIcon } from '../../../components/icons.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { MessagePreview } from '../message-preview.tsx'
import { DetailsStep } from './details-step.tsx'
import { RecipientsStep } from './recipients-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { TemplateStep } from './template-step.tsx'
import { STEPS, type Step, useWizard, type Wizard } from './use-wizard.ts'
import classes from './wizard-page.module.css'

const NAMES: Record<Step, string> = { template: 'Template', people: 'Recipients', details: 'Details', check: 'Review' }
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
        title="Create campaign"
        tab={`${NAMES[asked]} · Create campaign`}
        about="Nothing is sent until you confirm in the last step. Your draft is saved in this tab."
        actions={
          <Button component={Link} to="/campaigns" variant="default">
            All campaigns
          </Button>
        }
      />
      <StepsNav current={asked} open={wizard.open} />
      <div className={classes.columns}>
        <div className={classes.page}>
          <Page wizard={wizard} />
        </div>
        <aside className={classes.message} aria-label="Message preview">
          <MessagePreview template={wizard.template} listId={wizard.list?.id} rules={wizard.draft.rules} />
        </aside>
      </div>
    </>
  )
}

function StepsNav({ current, open }: { current: Step; open: Step }) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {STEPS.map((step, index) => {
          const isReachable = index <= STEPS.indexOf(open)
          const mark = (
            <>
              <span className={classes.mark} aria-hidden="true">
                {index < STEPS.indexOf(open) ? <CheckIcon size={14} /> : index + 1}
              </span>
              <span className={classes.name}>{NAMES[step]}</span>
            </>
          )
          return (
            <li key={step} className={classes.step} data-current={step === current}>
              {isReachable ? (
                <Link to="/campaigns/new/$step" params={{ step }} aria-current={step === current ? 'step' : undefined}>
                  {mark}
                </Link>
              ) : (
                <span>{mark}</span>
              )}
            </li>
          )
        })}
        <li className={classes.step}>
          <span>
            <span className={classes.mark} aria-hidden="true">
              5
            </span>
            <span className={classes.name}>Sent</span>
          </span>
        </li>
      </ol>
    </nav>
  )
}
