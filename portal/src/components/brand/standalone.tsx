import { Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'

/** A page without the shell: the brand, which leads home, and one thing below it. */
export const Standalone = ({ children }: { children: ReactNode }) => (
  <Container component="main" py="xl">
    <Group>
      <a href="/">
        <Brand />
      </a>
    </Group>
    {children}
  </Container>
)
