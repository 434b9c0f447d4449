import type { OperatorRole } from '@harkara/server/domain/accounts/operator-role'
import { Button, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { signOut } from '../../api/sign-in/sign-in.ts'
import { openSupportForm } from '../../api/state/support.ts'
import { HelpIcon, KeyboardIcon, MoonIcon, SunIcon, UserIcon } from '../../components/icons.tsx'
import { overlay } from '../../features/search/open-search.ts'
import { t } from '../../format/translate.ts'
import { toPath } from './shell-frame.tsx'

const ROLES: Record<OperatorRole | 'ADMIN' | 'MEMBER', string> = {
  ADMIN: t('Administrator'),
  MEMBER: t('Member'),
  OWNER: t('Owner'),
  FINANCE: t('Finance'),
  SUPPORT: t('Support'),
}

export function AccountMenu({ accountPath }: { accountPath: string }) {
  const user = useUser()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<UserIcon />}>
          <span className="desktop-only-text">{t('Account')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {user.email}
          </Text>
          {ROLES[user.operatorRole ?? user.role]}
        </Menu.Label>
        <Menu.Item component={Link} {...toPath(accountPath)} leftSection={<UserIcon size={16} />}>
          {t('Account and sessions')}
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <SunIcon size={16} /> : <MoonIcon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? t('Light theme') : t('Dark theme')}
        </Menu.Item>
        <Menu.Item leftSection={<HelpIcon size={16} />} onClick={() => openSupportForm()}>
          {t('Contact support')}
        </Menu.Item>
        <Menu.Item leftSection={<KeyboardIcon size={16} />} onClick={() => overlay.set('shortcuts')}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut().catch(() => undefined)}>{t('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
