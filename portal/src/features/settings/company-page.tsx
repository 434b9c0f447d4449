import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vendorQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { t } from '../../format/translate.ts'
import { CompanyForm } from './company-form.tsx'
import { DataExport } from './data-export.tsx'

export function CompanyPage() {
  const { data: vendor, error, refetch } = useQuery(vendorQuery)
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title={t('Company')} about={t('Details for your invoices, and your currency and time zone.')} />
      {!isAdmin && (
        <Alert variant="light" mb="lg">
          {t('Only an administrator of your company can change this.')}
        </Alert>
      )}
      {vendor && (
        <Stack gap="xl">
          <CompanyForm vendor={vendor} isReadOnly={!isAdmin} />
          {isAdmin && <DataExport />}
        </Stack>
      )}
      {!vendor &&
        (error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={8} height={36} />)}
    </>
  )
}
