import type { RowView } from '@harkara/server/imports/repairs/schema'
import type { WhatIfView } from '@harkara/server/imports/review/schema'
import type {
  AcceptedView,
  ImportDetailView,
  ImportView,
  MappingView,
  PreviewView,
  StatusView,
} from '@harkara/server/imports/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'

export type Import = Out<typeof ImportView>
export type ImportDetail = Out<typeof ImportDetailView>
export type ImportStatus = StatusView
export type Mapping = Out<typeof MappingView>
export type Preview = Out<typeof PreviewView>
export type PreviewItem = Preview['validSample'][number]
export type ImportRow = RowView
export type CountryResult = Out<typeof WhatIfView>[number]
export type Accepted = Out<typeof AcceptedView>

export const importPath = (jobId: string, more = '') => `/contacts/import/${jobId}${more}`

export const statusKey = (jobId: string) => ['imports', jobId, 'status'] as const

export const importQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['imports', jobId, 'detail'],
    queryFn: ({ signal }) => api.get<ImportDetail>(importPath(jobId), undefined, signal),
  })

export const statusQuery = (jobId: string) =>
  queryOptions({
    queryKey: statusKey(jobId),
    queryFn: ({ signal }) => api.get<ImportStatus>(importPath(jobId, '/status'), undefined, signal),
  })

export const mappingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['imports', jobId, 'mapping'],
    queryFn: ({ signal }) => api.get<Mapping>(importPath(jobId, '/mapping'), undefined, signal),
  })

/** True once the import has ended and no undo is running. */
export const isFinished = ({ terminal, undo }: Pick<ImportStatus, 'terminal' | 'undo'>) =>
  terminal && undo?.state !== 'RUNNING'
