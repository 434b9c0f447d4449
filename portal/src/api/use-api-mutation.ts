import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation with an idempotency key. The key stays the same while the same input is retried after a failure, so a double
 * click or a retry after a lost connection is executed once. `invalidates` lists the queries to invalidate.
 */
export function useApiMutation<Input, Result>(
  send: (input: Input, idempotencyKey: string) => Promise<Result>,
  {
    invalidates = [],
    onSuccess,
  }: { invalidates?: readonly QueryKey[]; onSuccess?: (answer: Result, input: Input) => void } = {},
) {
  const queryClient = useQueryClient()
  const intent = useRef<{ input: string; key: string }>(undefined)
  return useMutation({
    mutationFn: (input: Input) => {
      const serialized = JSON.stringify(input) ?? ''
      if (intent.current?.input !== serialized) intent.current = { input: serialized, key: randomKey() }
      return send(input, intent.current.key)
    },
    onSuccess: async (answer, input) => {
      intent.current = undefined
      onSuccess?.(answer, input)
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

/** Not `randomUUID()`, which is unavailable on pages served over plain HTTP, such as a sandbox in an office network. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
