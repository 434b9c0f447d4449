import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { administratorsQuery } from '../../api/queries.ts'
import { formatList } from '../../format/text.ts'
import { t } from '../../format/translate.ts'

/** Shown to members instead of an administrator's action: `Only an administrator can pay. Ask asha@example.com.` */
export function AdminOnlyNotice({ action }: { action: string }) {
  const { data } = useQuery(administratorsQuery)
  const names = data?.data.map(({ email }) => email) ?? []
  return (
    <Text size="sm">
      {names.length > 0
        ? t('Only an administrator can {action}. Ask {names}.', { action, names: formatList(names, 'disjunction') })
        : t('Only an administrator of your company can {action}.', { action })}
    </Text>
  )
}
