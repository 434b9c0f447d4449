import { type Query, request } from './request.ts'

/**
 * The API client: `api.get<Out<typeof BalanceView>>('/wallet/balance')`. Components use it through `useQuery`,
 * `useListPage` for lists and `useWrite` for writes.
 */
export const api = {
  get: <Answer>(path: string, query?: Query, signal?: AbortSignal) => request<Answer>('GET', path, { query, signal }),
  post: <Answer>(path: string, body?: unknown, idempotencyKey?: string) =>
    request<Answer>('POST', path, { body, idempotencyKey }),
  put: <Answer>(path: string, body: unknown) => request<Answer>('PUT', path, { body }),
  patch: <Answer>(path: string, body: unknown) => request<Answer>('PATCH', path, { body }),
  delete: <Answer = void>(path: string, body?: unknown) => request<Answer>('DELETE', path, { body }),
}
