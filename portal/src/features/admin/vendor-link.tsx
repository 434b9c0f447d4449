import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Clamp } from '../../components/table/clamp.tsx'
import { t } from '../../format/translate.ts'

interface VendorLinkProps {
  vendorId: string | null
  name?: string
  /** For tables: a long name ends with an ellipsis. */
  isClamped?: boolean
}

/** Links to a vendor's page. Without a vendor the item belongs to the platform. */
export const VendorLink = ({ vendorId, name = t('View vendor'), isClamped = false }: VendorLinkProps) =>
  vendorId === null ? (
    'Harkara'
  ) : (
    <Anchor component={Link} to={`/admin/vendors/${vendorId}` as LinkProps['to']} size="sm">
      {isClamped ? <Clamp>{name}</Clamp> : name}
    </Anchor>
  )
