import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { newKey } from '../../api/use-write.ts'
import { PlusIcon } from '../../components/icons.tsx'
import type { Profile } from './contact-patch.ts'

/** Those at an input are shown there. */
const OWN = /^attributes\.\d+\.key$/

/** Whatever else is known: a name and a text each, for the variables of templates. */
export function AttributeRows({ form }: { form: UseFormReturnType<Profile> }) {
  const { attributes } = form.values
  const complaints = Object.entries(form.errors).filter(([path]) => path.startsWith('attributes') && !OWN.test(path))
  return (
    <Fieldset legend="Details" p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          Templates can say these: a city, a birthday, a number of an order.
        </Text>
        {attributes.map(({ row, key }, index) => (
          <Group key={row} gap="xs" align="flex-start">
            <TextInput
              aria-label={`Name of detail ${index + 1}`}
              placeholder="city"
              autoComplete="off"
              flex="1 1 8rem"
              {...form.getInputProps(`attributes.${index}.key`)}
            />
            <TextInput
              aria-label={key ? `Value of ${key}` : `Value of detail ${index + 1}`}
              placeholder="Pune"
              autoComplete="off"
              flex="2 1 10rem"
              {...form.getInputProps(`attributes.${index}.value`)}
            />
            <Button
              variant="subtle"
              size="sm"
              aria-label={`Remove ${key || `detail ${index + 1}`}`}
              onClick={() => form.removeListItem('attributes', index)}
            >
              Remove
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
            onClick={() => form.insertListItem('attributes', { row: newKey(), key: '', value: '' })}
          >
            Add a detail
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
