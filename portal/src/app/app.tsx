import '@mantine/core/styles.css'
import './portal.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { router } from './router.ts'
import { styleNonce } from './style-nonce.ts'
import { operatorTheme, vendorTheme } from './theme.ts'

export function App() {
  const session = useSession()
  const isOperator = (session.state === 'signed-in' || session.state === 'expired') && !session.vendor
  return (
    <MantineProvider
      theme={isOperator ? operatorTheme : vendorTheme}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
