import { bodyOf } from '@harkara/server/domain/template/template'
import { Button, Group, Paper, Radio, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { componentsOf } from '../../../components/message/phone-preview.tsx'
import { languageName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { CATEGORIES } from '../../templates/display-names.ts'
import type { Template } from '../queries.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-page.module.css'

export function TemplateStep({ wizard: { draft, change, templates, template } }: { wizard: Wizard }) {
  if (templates.length === 0)
    return (
      <Paper withBorder>
        <EmptyState
          title={t('No approved templates yet')}
          about={t(
            'A campaign sends an approved template. Create one and submit it for approval, which takes from a minute to a day. We notify you.',
          )}
          action={
            <Button component={Link} to={'/templates' as LinkProps['to']}>
              {t('View templates')}
            </Button>
          }
        />
      </Paper>
    )
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('Choose a template')}
      </Title>
      <Radio.Group
        aria-label={t('Template')}
        value={draft.templateId ?? ''}
        onChange={(templateId) => change({ templateId, ...(templateId !== draft.templateId && { rules: {} }) })}
      >
        <div className={classes.choices}>
          {templates.map((one) => (
            <Choice key={one.id} template={one} />
          ))}
        </div>
      </Radio.Group>
      <Group mt="lg">
        <StepButton to="people" disabled={!template}>
          {t('Continue')}
        </StepButton>
      </Group>
    </>
  )
}

const Choice = ({ template }: { template: Template }) => (
  <Radio.Card value={template.id} className={classes.choice}>
    <Group wrap="nowrap" align="flex-start">
      <Radio.Indicator mt={3} />
      <div>
        <Text fw={600}>{template.name}</Text>
        <Text size="sm" c="dimmed">
          {CATEGORIES[template.category].name} · {languageName(template.language)}
        </Text>
        <Text size="sm" className={classes.body} mt={4}>
          {bodyOf({ components: [...componentsOf(template)] })?.text}
        </Text>
      </div>
    </Group>
  </Radio.Card>
)
