import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change at the server. The key stays the same while the same input is sent again after a failure, so pressing twice,
 * or once more after a lost connection, does it once. `changes` names the queries that show something else afterwards.
 */
export function useWrite<Input, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Answer>,
  { changes = [], onDone }: { changes?: readonly QueryKey[]; onDone?: (answer: Answer, input: Input) => void } = {},
) {
  const queryClient = useQueryClient()
  const intent = useRef<{ input: string; key: string }>(undefined)
  return useMutation({
    mutationFn: (input: Input) => {
      const written = JSON.stringify(input) ?? ''
      if (intent.current?.input !== written) intent.current = { input: written, key: newKey() }
      return send(input, intent.current.key)
    },
    onSuccess: async (answer, input) => {
      intent.current = undefined
      onDone?.(answer, input)
      await Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

/** Not randomUUID(), which browsers keep from pages that come by plain http, as a sandbox in the office network does. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
