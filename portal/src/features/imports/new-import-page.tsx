import { Anchor, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStore } from '../../api/state/store.ts'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { t } from '../../format/translate.ts'
import { chooseFile, chosenFile, clearChosenFile } from './upload/chosen-file.ts'
import { DropArea } from './upload/drop-area.tsx'
import { FileCard } from './upload/file-card.tsx'
import { downloadSample } from './upload/sample-file.ts'
import { Wizard } from './wizard.tsx'

export function NewImportPage() {
  const chosen = useStore(chosenFile)
  useOpenWhenAccepted(chosen?.jobId)
  return (
    <>
      <PageHeader
        title={t('Import contacts')}
        about={t('Upload your spreadsheet as it is. You review every row before anything is saved.')}
      />
      <Wizard step={0}>
        {chosen ? <FileCard chosen={chosen} /> : <DropArea onFile={chooseFile} />}
        {!chosen && (
          <Group gap="xs" mt="md">
            <Text size="sm" c="dimmed">
              {t('Not sure about the format?')}
            </Text>
            <Anchor component="button" type="button" size="sm" onClick={downloadSample}>
              {t('Download sample file')}
            </Anchor>
          </Group>
        )}
      </Wizard>
    </>
  )
}

/** Opens the import's own page once the server has accepted the file. */
function useOpenWhenAccepted(jobId: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!jobId) return
    void navigate({ to: '/imports/$jobId', params: { jobId }, replace: true }).then(clearChosenFile)
  }, [jobId, navigate])
}
