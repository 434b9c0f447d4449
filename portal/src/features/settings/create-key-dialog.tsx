import type { NewApiKeyView } from '@harkara/server/api-keys/schema'
import { API_SCOPES } from '@harkara/server/domain/accounts/api-scopes'
import {
  Alert,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Modal,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/page-settings.ts'
import type { Out } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { useLocale } from '../../components/values/locale-context.tsx'
import { t } from '../../format/translate.ts'
import { API_KEYS, EXPIRY_CHOICES, expiryOf, type KeyForm, keyOf, SCOPE_WORDS } from './api-key.ts'
import classes from './api-keys-page.module.css'

type NewApiKey = Out<typeof NewApiKeyView>

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? t('API key created') : t('Create API key')}
      centered
      size="lg"
      closeOnClickOutside={!made}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {made ? <CreatedKey made={made} onClose={onClose} /> : <KeyFields onCreated={setMade} onClose={onClose} />}
    </Modal>
  )
}

function KeyFields({ onCreated, onClose }: { onCreated: (made: NewApiKey) => void; onClose: () => void }) {
  const { timeZone } = useLocale()
  const form = useForm<KeyForm>({
    initialValues: { name: '', access: 'limited', scopes: [], expiry: '90', expiresAt: '', allowedIps: '' },
    validate: {
      name: (name) => (name.trim() ? null : t('Enter a name.')),
      scopes: (scopes, { access }) => (access === 'full' || scopes.length > 0 ? null : t('Select at least one.')),
      expiresAt: (_, values) => (isFuture(values, timeZone) ? null : t('Enter a date in the future.')),
    },
  })
  const make = useApiMutation(
    (values: KeyForm) => api.post<NewApiKey>('/vendor/api-keys', keyOf(values, timeZone, serverNow())),
    { invalidates: [API_KEYS], onSuccess: onCreated },
  )
  const { submit, isBusy, error, dropDraft } = useSubmit(form, make.mutateAsync, { draft: 'api-key-new' })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          description={t('What the key is used for.')}
          placeholder={t('Nightly import')}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AccessFields form={form} />
        <ExpiryFields form={form} />
        <Textarea
          label={t('Allowed IP addresses (optional)')}
          description={t('One address or network per line. Leave empty to allow all.')}
          placeholder={'203.0.113.7\n2001:db8::/32'}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('allowedIps')}
          onChange={({ currentTarget }) => {
            // The server names the line (`allowedIps.0`), which the form would not clear by itself.
            form.clearErrors()
            form.setFieldValue('allowedIps', currentTarget.value)
          }}
          error={Object.entries(form.errors).find(([path]) => path.startsWith('allowedIps'))?.[1]}
        />
        {error ? <ErrorState error={error} /> : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              dropDraft()
              onClose()
            }}
          >
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Create key')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type FieldsProps = { form: UseFormReturnType<KeyForm> }

function AccessFields({ form }: FieldsProps) {
  return (
    <>
      <Radio.Group label={t('Access')} {...form.getInputProps('access')}>
        <Stack gap="xs" mt={4}>
          <Radio value="limited" label={t('Limited access')} description={t('Only what you select.')} />
          <Radio
            value="full"
            label={t('Full access')}
            description={t('Everything a member can do, including spending your balance on campaigns.')}
          />
        </Stack>
      </Radio.Group>
      {form.getValues().access === 'limited' && (
        <Checkbox.Group label={t('Permissions')} {...form.getInputProps('scopes')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={4}>
            {API_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={SCOPE_WORDS[scope]} description={scope} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  )
}

function ExpiryFields({ form }: FieldsProps) {
  return (
    <>
      <NativeSelect label={t('Expires')} data={EXPIRY_CHOICES} {...form.getInputProps('expiry')} />
      {form.getValues().expiry === 'date' && (
        <TextInput
          type="date"
          label={t('Last day')}
          description={t('The key stops working at the end of this day.')}
          {...form.getInputProps('expiresAt')}
        />
      )}
      {form.getValues().expiry === 'never' && (
        <Text size="sm" c="dimmed">
          {t('Anyone who finds this key can use it until you delete it.')}
        </Text>
      )}
    </>
  )
}

function isFuture(values: KeyForm, timeZone: string) {
  if (values.expiry !== 'date') return true
  const at = expiryOf(values, timeZone, serverNow())
  return at !== undefined && at > serverNow()
}

function CreatedKey({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light">
        {t('Copy this key now. It is not shown again.')}
      </Alert>
      <Code block className={classes.key}>
        {made.key}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={made.key}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('Copied') : t('Copy key')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
