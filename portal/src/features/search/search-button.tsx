import { Button, Kbd } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../api/state/store.ts'
import { SearchIcon } from '../../components/icons.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { type Command, toCommand } from './commands.ts'
import { overlay } from './open-search.ts'
import { listenForShortcuts } from './shortcuts.ts'

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }))

/** Opens the command palette, and listens for the keyboard shortcuts of the area. */
export function SearchButton({ pages }: { pages: readonly Command[] }) {
  const navigate = useNavigate()
  const open = useStore(overlay)
  useEffect(
    () =>
      listenForShortcuts(pages, {
        onSearch: () => overlay.set('search'),
        onHelp: () => overlay.set('shortcuts'),
        onGo: (path) => void navigate(toCommand(path)),
      }),
    [pages, navigate],
  )
  // A dialog must not outlive the area, for example after a sign-out.
  useEffect(() => () => overlay.set(undefined), [])
  const close = () => overlay.set(undefined)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<SearchIcon />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => overlay.set('search')}
      >
        <span className="desktop-only-text">
          {rich('Search {kbd}', { kbd: <Kbd size="xs">{/mac/i.test(navigator.userAgent) ? '⌘K' : t('Ctrl K')}</Kbd> })}
        </span>
      </Button>
      <Suspense>
        {open === 'search' && <CommandPalette onClose={close} />}
        {open === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      </Suspense>
    </>
  )
}
