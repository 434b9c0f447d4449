import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { administratorsQuery } from '../api/queries.ts'

/** What members may not do, and whom they can ask: `Only an administrator can pay. Please ask asha@example.com.` */
export function AskAdmin({ to }: { to: string }) {
  const { data } = useQuery(administratorsQuery)
  const names = data?.data.map(({ email }) => email) ?? []
  return (
    <Text size="sm">
      {names.length > 0
        ? `Only an administrator can ${to}. Please ask ${names.join(' or ')}.`
        : `Only an administrator of your company can ${to}. Please ask one.`}
    </Text>
  )
}
