import { type Query, request } from './request.ts'

/**
 * The API client: `api.get<Out<typeof BalanceView>>('/wallet/balance')`. Components use it through `useQuery`,
 * `useListPage` for lists and `useApiMutation` for writes.
 */
export const api = {
  get: <Result>(path: string, query?: Query, signal?: AbortSignal) => request<Result>('GET', path, { query, signal }),
  post: <Result>(path: string, body?: unknown, idempotencyKey?: string) =>
    request<Result>('POST', path, { body, idempotencyKey }),
  put: <Result>(path: string, body: unknown) => request<Result>('PUT', path, { body }),
  patch: <Result>(path: string, body: unknown) => request<Result>('PATCH', path, { body }),
  delete: <Result = void>(path: string, body?: unknown) => request<Result>('DELETE', path, { body }),
}
