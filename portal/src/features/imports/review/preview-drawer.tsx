import { Drawer, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { capitalize, countryName, withFullStop } from '../../../format/text.ts'
import { t, translateServerText } from '../../../format/translate.ts'
import { consentText } from '../../contacts/detail/consent.ts'
import { ACTIONS, adviceFor, COUNTRY_SOURCES } from '../display-names.ts'
import type { PreviewItem } from '../queries.ts'
import classes from './preview-table.module.css'

/** Details of a contact in a drawer: the values now, in the file, and after the import. */
export const PreviewDrawer = ({ item, onClose }: { item: PreviewItem | undefined; onClose: () => void }) => (
  <Drawer
    opened={item !== undefined}
    onClose={onClose}
    position="right"
    size="md"
    title={item && t('Row {rowIndex}', { rowIndex: item.rowIndex })}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {item && <Contact item={item} />}
  </Drawer>
)

const Contact = ({ item }: { item: PreviewItem }) => (
  <Stack gap="lg">
    <DescriptionList
      items={[
        [t('Name'), item.name || t('No name')],
        [t('Phone number'), item._normalized.e164],
        [t('Country'), `${countryName(item._normalized.countryCode)}. ${COUNTRY_SOURCES[item._countrySource] ?? ''}`],
        [t('Labels'), item.labels.join(', ') || t('None')],
        ...Object.entries(item.attributes),
        [t('Marketing consent'), consentText(item.consent)],
        [t('Contact'), item._duplicate === 'new' ? t('New') : t('Existing')],
        [t('Action'), ACTIONS[item._action]],
      ]}
    />
    {item._warnings.length > 0 && (
      <Part title={t('Warnings')}>
        {item._warnings.map((warning) => (
          <Text key={warning} size="sm">
            {withFullStop(capitalize(translateServerText(warning)))} {adviceFor(warning)}
          </Text>
        ))}
      </Part>
    )}
    {item._diff.length > 0 && (
      <Part title={t('Changes')}>
        <Diff diff={item._diff} />
      </Part>
    )}
    {item._duplicate === 'existing' && item._diff.length === 0 && (
      <Text size="sm" c="dimmed">
        {t('No changes. The contact already has all values from the file.')}
      </Text>
    )}
  </Stack>
)

const Diff = ({ diff }: { diff: PreviewItem['_diff'] }) => (
  <table className={classes.diff}>
    <thead>
      <tr>
        <th scope="col">{t('Field')}</th>
        <th scope="col">{t('Current')}</th>
        <th scope="col">{t('In file')}</th>
        <th scope="col">{t('Result')}</th>
      </tr>
    </thead>
    <tbody>
      {diff.map(({ field, existing, incoming, resolved }) => (
        <tr key={field}>
          <th scope="row">{capitalize(field.replace(/^attributes\./, ''))}</th>
          {[existing, incoming, resolved].map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
            <td key={index}>{value || '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h5" mb={6}>
      {title}
    </Title>
    {children}
  </section>
)
