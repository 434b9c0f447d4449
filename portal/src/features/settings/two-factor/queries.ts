import type { MfaView } from '@harkara/server/auth/mfa/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'

export const MFA = ['mfa']

/** The user's own second factors. */
export const mfaQuery = queryOptions({
  queryKey: [...MFA, 'overview'],
  queryFn: ({ signal }) => api.get<Out<typeof MfaView>>('/auth/mfa', undefined, signal),
})
