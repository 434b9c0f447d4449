import { Kbd, Modal, Stack, Switch, Table, Title } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { t } from '../../format/translate.ts'
import { type Command, OPERATOR_PAGES, VENDOR_PAGES } from './commands.ts'
import { hasSingleKeys, setSingleKeys } from './shortcuts.ts'

type Shortcut = readonly [keys: readonly string[], what: string]

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)
const ANYWHERE: readonly Shortcut[] = [
  [[isMac() ? '⌘' : t('Ctrl'), 'K'], t('Search and commands')],
  [['/'], t('Search and commands')],
  [['?'], t('Show keyboard shortcuts')],
  [[t('Esc')], t('Close a dialog or menu')],
]
const TABLES: readonly Shortcut[] = [
  [['↑', '↓'], t('Previous or next row')],
  [['Home', 'End'], t('First or last row')],
  [['Enter'], t('Open the row')],
  [['X'], t('Select the row')],
]

/** The keyboard shortcuts, and a switch for those of a single key. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const [isOn, setOn] = useState(hasSingleKeys)
  const isVendor = 'vendor' in session && session.vendor !== null
  const pages = (isVendor ? VENDOR_PAGES : OPERATOR_PAGES).filter(({ key }) => key)
  return (
    <Modal opened onClose={onClose} title={t('Keyboard shortcuts')} size="lg">
      <Stack gap="lg">
        <Section title={t('Anywhere')} shortcuts={ANYWHERE} />
        <Section title={t('In tables')} shortcuts={TABLES} />
        <Section title={t('Go to')} shortcuts={pages.map(goTo)} />
        <Switch
          label={t('Single-key shortcuts')}
          description={t('Turn off / ? and G if you press keys by accident or use speech input.')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked)
            setOn(checked)
          }}
        />
      </Stack>
    </Modal>
  )
}

const goTo = ({ key = '', label }: Command): Shortcut => [['G', key.toUpperCase()], label]

const Section = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section>
    <Title order={3} size="h5" mb={4}>
      {title}
    </Title>
    <Table aria-label={title} verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
      <Table.Tbody>
        {shortcuts.map(([keys, what]) => (
          <Table.Tr key={keys.join(' ')}>
            <Table.Td>{what}</Table.Td>
            <Table.Td ta="end">
              {keys.map((key) => (
                <Kbd key={key} ml={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
