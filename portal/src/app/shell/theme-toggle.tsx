import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { MoonIcon, SunIcon } from '../../components/icons.tsx'
import { t } from '../../format/translate.ts'

/** Follows the system setting until the user chooses a theme. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={isDark ? <SunIcon size={16} /> : <MoonIcon size={16} />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? t('Light') : t('Dark')}
    </Button>
  )
}
