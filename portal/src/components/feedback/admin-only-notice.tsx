import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { administratorsQuery } from '../../api/queries.ts'

/** Shown to members instead of an administrator's action: `Only an administrator can pay. Ask asha@example.com.` */
export function AdminOnlyNotice({ action }: { action: string }) {
  const { data } = useQuery(administratorsQuery)
  const names = data?.data.map(({ email }) => email) ?? []
  return (
    <Text size="sm">
      {names.length > 0
        ? `Only an administrator can ${action}. Ask ${names.join(' or ')}.`
        : `Only an administrator of your company can ${action}.`}
    </Text>
  )
}
