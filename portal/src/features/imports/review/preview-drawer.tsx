import { Drawer, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { capitalize, countryName, withFullStop } from '../../../format/text.ts'
import { ACTIONS, adviceFor, COUNTRY_SOURCES } from '../display-names.ts'
import type { FailedRow, PreviewItem } from '../queries.ts'
import classes from './preview-table.module.css'
import type { PreviewRow } from './use-preview.ts'

/** Details of a preview row in a drawer: the values now, in the file, and after the import. */
export const PreviewDrawer = ({ row, onClose }: { row: PreviewRow | undefined; onClose: () => void }) => (
  <Drawer
    opened={row !== undefined}
    onClose={onClose}
    position="right"
    size="md"
    title={row && `Row ${row.isFailed ? row.row.rowIndex : row.item.rowIndex}`}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {row && (row.isFailed ? <Failed row={row.row} /> : <Contact item={row.item} />)}
  </Drawer>
)

const Contact = ({ item }: { item: PreviewItem }) => (
  <Stack gap="lg">
    <DescriptionList
      items={[
        ['Name', item.name || 'No name'],
        ['Phone number', item._normalized.e164],
        ['Country', `${countryName(item._normalized.countryCode)}. ${COUNTRY_SOURCES[item._countrySource] ?? ''}`],
        ['Labels', item.labels.join(', ') || 'None'],
        ['Contact', item._duplicate === 'new' ? 'New' : 'Existing'],
        ['Action', ACTIONS[item._action]],
      ]}
    />
    {item._warnings.length > 0 && (
      <Part title="Warnings">
        {item._warnings.map((warning) => (
          <Text key={warning} size="sm">
            {withFullStop(capitalize(warning))} {adviceFor(warning)}
          </Text>
        ))}
      </Part>
    )}
    {item._diff.length > 0 && (
      <Part title="Changes">
        <Diff diff={item._diff} />
      </Part>
    )}
    {item._duplicate === 'existing' && item._diff.length === 0 && (
      <Text size="sm" c="dimmed">
        No changes. The contact already has all values from the file.
      </Text>
    )}
  </Stack>
)

const Diff = ({ diff }: { diff: PreviewItem['_diff'] }) => (
  <table className={classes.diff}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Current</th>
        <th scope="col">In file</th>
        <th scope="col">Result</th>
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

const Failed = ({ row }: { row: FailedRow }) => (
  <Stack gap="lg">
    <Part title="Error">
      <Text size="sm">
        {withFullStop(capitalize(row.reason))} {adviceFor(row.reason)}
      </Text>
    </Part>
    <Part title="Row data">
      <DescriptionList items={Object.entries(row.rowData).filter(([, cell]) => cell !== '')} />
    </Part>
  </Stack>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h5" mb={6}>
      {title}
    </Title>
    {children}
  </section>
)
