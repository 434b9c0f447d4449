import { Alert, Button, Grid, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PhonePreview } from '../../components/message/phone-preview.tsx'
import { t } from '../../format/translate.ts'
import { BodyInput } from './body-input.tsx'
import { ButtonRows } from './button-rows.tsx'
import { CodeFields } from './code-fields.tsx'
import { CATEGORIES, formatReason, languageChoices } from './display-names.ts'
import { FooterInput, HeaderFields } from './header-fields.tsx'
import type { Template } from './queries.ts'
import { SampleInputs } from './sample-inputs.tsx'
import type { DraftForm } from './template-draft.ts'
import { type Draft, draftErrors, formField, sampleValues, toTemplate } from './template-draft.ts'
import classes from './template-form.module.css'
import { useStoredDraft } from './use-stored-draft.ts'

interface FormProps {
  initial: Draft
  /** Identifies the draft: `new`, or the template that is copied or edited. */
  about: string
  /** The rejected template being edited; its name and language cannot change. */
  rejected?: Template
  send: { submit: (draft: Draft) => Promise<unknown>; isBusy: boolean }
}

export function TemplateForm({ initial, about, rejected, send }: FormProps) {
  const [picture, setPicture] = useState<string>()
  const stored = useStoredDraft(about, initial)
  const form = useForm<Draft>({
    initialValues: stored.draft,
    validate: draftErrors,
    validateInputOnBlur: true,
    onValuesChange: stored.keep,
  })
  const { submit, isBusy, error } = useSubmit(form, async (draft) => {
    try {
      await send.submit(draft)
      stored.drop()
    } catch (failure) {
      throw withFormFields(failure, draft)
    }
  })
  const draft = form.values
  const isCode = draft.category === 'AUTHENTICATION'
  return (
    <form onSubmit={submit} noValidate>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {stored.isRestored && (
              <RestoredDraft
                onDiscard={() => {
                  form.setValues(initial)
                  form.clearErrors()
                  stored.drop()
                }}
              />
            )}
            {rejected?.rejectionReason && (
              <Alert color="red" variant="light" title={t('Rejection reason')}>
                {formatReason(rejected.rejectionReason)}
              </Alert>
            )}
            {!rejected && <Names form={form} />}
            <CategoryInput form={form} />
            {isCode ? (
              <CodeFields form={form} />
            ) : (
              <>
                <HeaderFields form={form} onPicture={setPicture} />
                <BodyInput form={form} />
                <SampleInputs form={form} />
                <FooterInput form={form} />
                <ButtonRows form={form} />
              </>
            )}
            {form.errors['components'] && (
              <Alert color="red" variant="light" role="alert">
                {form.errors['components']}
              </Alert>
            )}
            {Object.keys(form.errors).length > 0 && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {t('Fix the errors above to submit the template.')}
              </Text>
            )}
            {error ? <ErrorState error={error} /> : null}
            <Group>
              <Button type="submit" loading={isBusy || send.isBusy}>
                {rejected ? t('Resubmit for review') : t('Submit for review')}
              </Button>
              <Text size="sm" c="dimmed">
                {t('The review is free.')}
              </Text>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <div className={classes.beside}>
            <PhonePreview
              components={toTemplate(draft).components}
              values={sampleValues(draft)}
              mediaUrl={draft.mediaId ? picture : undefined}
              caption={t('Preview')}
            />
          </div>
        </Grid.Col>
      </Grid>
    </form>
  )
}

const RestoredDraft = ({ onDiscard }: { onDiscard: () => void }) => (
  <Alert variant="light" title={t('Unsaved draft restored')} role="status">
    <Text size="sm" mb="xs">
      {t('You have an unsubmitted draft. It is saved in this tab until you submit it, discard it or sign out.')}
    </Text>
    <Button size="compact-sm" variant="default" onClick={onDiscard}>
      {t('Discard draft')}
    </Button>
  </Alert>
)

/** Maps the server's error paths to form fields. */
function withFormFields(failure: unknown, draft: Draft) {
  if (!(failure instanceof ApiProblem) || failure.fields.length === 0) return failure
  const template = toTemplate(draft)
  const errors = failure.fields.map(({ path, message }) => ({ path: formField(path, template), message }))
  const { status, code, message: detail, requestId, members } = failure
  return new ApiProblem(status, { ...members, code, detail, requestId, errors }, failure.retryAfterSeconds)
}

function Names({ form }: { form: DraftForm }) {
  const { onChange, ...name } = form.getInputProps('name')
  return (
    <Group align="flex-start" gap="md">
      <TextInput
        label={t('Name')}
        description={t('Lower-case letters, digits and underscores. Not visible to recipients.')}
        placeholder="diwali_offer"
        autoComplete="off"
        flex="2 1 14rem"
        {...name}
        onChange={(event) => onChange(event.currentTarget.value.toLowerCase().replace(/[\s-]+/g, '_'))}
      />
      <NativeSelect
        label={t('Language')}
        description={t('Language of the message.')}
        flex="1 1 11rem"
        data={languageChoices(form.values.language)}
        {...form.getInputProps('language')}
      />
    </Group>
  )
}

const CategoryInput = ({ form }: { form: DraftForm }) => (
  <Radio.Group
    label={t('Category')}
    description={t('Determines the price. WhatsApp can change a wrong category.')}
    {...form.getInputProps('category')}
  >
    <Stack gap="xs" mt="xs">
      {Object.entries(CATEGORIES).map(([value, { name, about }]) => (
        <Radio key={value} value={value} label={name} description={about} />
      ))}
    </Stack>
  </Radio.Group>
)
