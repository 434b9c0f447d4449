import { Button, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { signOut } from '../../api/sign-in.ts'
import { openSupportForm } from '../../api/support.ts'
import { HelpIcon, MoonIcon, SunIcon, UserIcon } from '../../components/icons.tsx'
import { humanize } from '../../format/text.ts'
import { toPath } from './shell-frame.tsx'

export function AccountMenu({ accountPath }: { accountPath: string }) {
  const user = useUser()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<UserIcon />}>
          <span className="desktop-only-text">Account</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {user.email}
          </Text>
          {humanize(user.operatorRole ?? user.role)}
        </Menu.Label>
        <Menu.Item component={Link} {...toPath(accountPath)} leftSection={<UserIcon size={16} />}>
          Account and sessions
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <SunIcon size={16} /> : <MoonIcon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<HelpIcon size={16} />} onClick={() => openSupportForm()}>
          Contact support
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut().catch(() => undefined)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
