import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

export const PaymentLink = ({ gatewayPaymentId }: { gatewayPaymentId: string }) => (
  <Anchor
    component={Link}
    to={`/admin/payments/${encodeURIComponent(gatewayPaymentId)}` as LinkProps['to']}
    size="sm"
    style={{ overflowWrap: 'anywhere' }}
  >
    {gatewayPaymentId}
  </Anchor>
)
