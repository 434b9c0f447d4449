import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { randomKey } from '../../../api/use-api-mutation.ts'
import { PlusIcon } from '../../../components/icons.tsx'
import { t } from '../../../format/translate.ts'
import type { Profile } from './contact-patch.ts'

/** Errors with their own input; the others are listed below the rows. */
const OWN = /^attributes\.\d+\.key$/

/** Custom attributes, which can fill template variables. */
export function AttributeRows({ form }: { form: UseFormReturnType<Profile> }) {
  const { attributes } = form.values
  const complaints = Object.entries(form.errors).filter(([path]) => path.startsWith('attributes') && !OWN.test(path))
  return (
    <Fieldset legend={t('Attributes')} p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('Use attributes in template variables, such as a city, a birthday or an order number.')}
        </Text>
        {attributes.map(({ row, key }, index) => (
          <Group key={row} gap="xs" align="flex-start">
            <TextInput
              aria-label={t('Name of attribute {index}', { index: index + 1 })}
              placeholder="city"
              autoComplete="off"
              flex="1 1 8rem"
              {...form.getInputProps(`attributes.${index}.key`)}
            />
            <TextInput
              aria-label={key ? t('Value of {key}', { key }) : t('Value of attribute {index}', { index: index + 1 })}
              placeholder={t('Pune')}
              autoComplete="off"
              flex="2 1 10rem"
              {...form.getInputProps(`attributes.${index}.value`)}
            />
            <Button
              variant="subtle"
              size="sm"
              aria-label={t('Remove {key}', { key: key || t('attribute {index}', { index: index + 1 }) })}
              onClick={() => form.removeListItem('attributes', index)}
            >
              {t('Remove')}
            </Button>
          </Group>
        ))}
        {complaints.map(([path, message]) => (
          <Text key={path} size="xs" c="var(--mantine-color-error)" role="alert">
            {path.split('.').slice(1).join('.')}: {message}
          </Text>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<PlusIcon />}
            onClick={() => form.insertListItem('attributes', { row: randomKey(), key: '', value: '' })}
          >
            {t('Add attribute')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
