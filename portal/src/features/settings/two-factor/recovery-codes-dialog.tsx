import { Button, CopyButton, Group, Modal, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { save } from '../../../api/download.ts'
import { CopyIcon, DownloadIcon } from '../../../components/icons.tsx'
import { t } from '../../../format/translate.ts'

const FILE_NAME = 'harkara-recovery-codes.txt'

/** Shows new recovery codes. It closes only by its button, because the codes are never shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Save your recovery codes')}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">
          {t(
            'If you lose your phone or passkey, a recovery code signs you in. Each code works once. Keep them in a safe place: they are not shown again.',
          )}
        </Text>
        <Paper withBorder p="md">
          <SimpleGrid
            component="ul"
            cols={{ base: 1, xs: 2 }}
            spacing="xs"
            aria-label={t('Recovery codes')}
            m={0}
            p={0}
          >
            {codes.map((code) => (
              <Text key={code} component="li" ff="monospace" size="sm" style={{ listStyle: 'none' }}>
                {code}
              </Text>
            ))}
          </SimpleGrid>
        </Paper>
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<CopyIcon size={16} />} onClick={copy}>
                  {copied ? t('Copied') : t('Copy codes')}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              leftSection={<DownloadIcon size={16} />}
              onClick={() => save(new Blob([text], { type: 'text/plain' }), FILE_NAME)}
            >
              {t('Download codes')}
            </Button>
          </Group>
          <Button onClick={onClose} data-autofocus>
            {t('I have saved them')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
