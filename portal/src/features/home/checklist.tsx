import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useIsAdmin } from '../../api/session.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { t } from '../../format/translate.ts'
import classes from './checklist.module.css'
import type { Step } from './use-onboarding-steps.ts'

/** The onboarding steps. The first open one that the user may take has the primary button. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const isAdmin = useIsAdmin()
  const isOffered = ({ isDone, isAdminOnly = false }: Step) => !isDone && (isAdmin || !isAdminOnly)
  const next = steps.findIndex(isOffered)
  return (
    <Paper withBorder component="section" aria-label={t('Getting started')}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.path} className={classes.step} data-done={step.isDone} data-next={index === next}>
            <span className={classes.mark} aria-hidden="true">
              {step.isDone ? <CheckIcon size={16} /> : index + 1}
            </span>
            <Group justify="space-between" gap="md" flex={1}>
              <div className={classes.text}>
                <Title order={2} size="h5">
                  {step.title}
                </Title>
                <Text size="sm" c="dimmed">
                  {step.isDone ? t('Done') : step.about}
                </Text>
              </div>
              {!step.isDone && !isOffered(step) && (
                <Text size="sm" c="dimmed">
                  {t('For administrators')}
                </Text>
              )}
              {isOffered(step) && (
                <Button
                  component={Link}
                  to={step.path as LinkProps['to']}
                  variant={index === next ? 'filled' : 'default'}
                  size="sm"
                >
                  {step.action}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ol>
    </Paper>
  )
}
