import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import { COLUMNS_STEP, STATES, stepOf } from './display-names.ts'
import { MappingStep } from './mapping/mapping-step.tsx'
import { CancelImport } from './progress/cancel-import.tsx'
import { ImportProgress } from './progress/import-progress.tsx'
import { type ImportDetail, type ImportStatus, importQuery, isFinished } from './queries.ts'
import { ImportResult } from './result/import-result.tsx'
import { ImportStopped } from './result/import-stopped.tsx'
import { CorrectedImport } from './result/lineage.tsx'
import { ReviewStep } from './review/review-step.tsx'
import { useImportStatus } from './use-import-status.ts'
import { Wizard } from './wizard.tsx'

/** An import at its current step. The page can be left and reopened at any time. */
export function ImportPage() {
  const { jobId } = useParams({ from: '/vendor/imports/$jobId' })
  return <ImportDetails key={jobId} jobId={jobId} />
}

function ImportDetails({ jobId }: { jobId: string }) {
  const { data: status, error, refetch } = useImportStatus(jobId)
  const { data: detail, error: detailError, refetch: refetchDetail } = useQuery(importQuery(jobId))
  const [isChangingColumns, setChangingColumns] = useState(false)
  if (!status || !detail) {
    if (!error && !detailError) return <LoadingPage />
    const retry = () => void Promise.all([refetch(), refetchDetail()])
    return (
      <>
        <PageHeader title={t('Import')} />
        <ErrorState error={error ?? detailError} retry={retry} />
      </>
    )
  }
  const [tone, word] = STATES[status.status]
  const columns = {
    isChanging: isChangingColumns && status.status === 'PENDING_REVIEW',
    change: () => setChangingColumns(true),
    leave: () => setChangingColumns(false),
  }
  return (
    <>
      <PageHeader
        title={detail.fileName}
        tab={t('Import')}
        about={
          <>
            <StatusDot tone={tone}>{word}</StatusDot>
            {status.parentJobId && (
              <>
                {' '}
                · <CorrectedImport parentJobId={status.parentJobId} />
              </>
            )}
          </>
        }
        actions={!status.terminal && <CancelImport status={status} />}
      />
      <Wizard
        step={columns.isChanging ? COLUMNS_STEP : stepOf(status.history)}
        isFinished={status.terminal && status.result !== undefined && isFinished(status)}
      >
        <Step detail={detail} status={status} columns={columns} />
      </Wizard>
    </>
  )
}

interface StepProps {
  detail: ImportDetail
  status: ImportStatus
  /** The way from the review back to the columns. */
  columns: { isChanging: boolean; change: () => void; leave: () => void }
}

function Step({ detail, status, columns }: StepProps) {
  switch (status.status) {
    case 'AWAITING_MAPPING':
      return <MappingStep detail={detail} />
    case 'PENDING_REVIEW':
      if (columns.isChanging) return <MappingStep detail={detail} onLeave={columns.leave} />
      return <ReviewStep detail={detail} status={status} onChangeColumns={columns.change} />
    case 'COMPLETED':
    case 'PARTIAL_SUCCESS':
      return <ImportResult detail={detail} status={status} />
    case 'QUARANTINED':
    case 'FAILED':
    case 'CANCELLED':
      return <ImportStopped status={status} />
    default:
      return <ImportProgress status={status} />
  }
}
