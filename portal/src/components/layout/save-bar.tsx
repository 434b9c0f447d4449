import { Button, Group, Text } from '@mantine/core'
import { t } from '../../format/translate.ts'
import classes from './save-bar.module.css'

interface SaveBarProps {
  /** What the button does, for example "Save details". */
  label: string
  isDirty: boolean
  isBusy: boolean
  /** Back to the saved values. */
  onDiscard: () => void
}

/** The end of a form that stays in view while the form is longer than the window. */
export const SaveBar = ({ label, isDirty, isBusy, onDiscard }: SaveBarProps) => (
  <div className={classes.bar} data-dirty={isDirty}>
    <Group gap="sm">
      <Button type="submit" loading={isBusy} disabled={!isDirty}>
        {label}
      </Button>
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isBusy}>
          {t('Discard changes')}
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {isDirty ? t('Unsaved changes') : ''}
      </Text>
    </Group>
  </div>
)
