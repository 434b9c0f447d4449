import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '../../format/translate.ts'

/** Links to a vendor's page. Without a vendor the item belongs to the platform. */
export const VendorLink = ({ vendorId, name = t('View vendor') }: { vendorId: string | null; name?: string }) =>
  vendorId === null ? (
    'Harkara'
  ) : (
    <Anchor component={Link} to={`/admin/vendors/${vendorId}` as LinkProps['to']} size="sm">
      {name}
    </Anchor>
  )
