import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

/** To a vendor's page; the platform itself has none. */
export const VendorLink = ({ vendorId, name = 'Open the vendor' }: { vendorId: string | null; name?: string }) =>
  vendorId === null ? (
    'Harkara'
  ) : (
    <Anchor component={Link} to={`/admin/vendors/${vendorId}` as LinkProps['to']} size="sm">
      {name}
    </Anchor>
  )
