import { IMPORT_ROWS_MAX } from '@harkara/server/domain/limits'
import { useEffect, useState } from 'react'
import { ImportsIcon } from '../../../components/icons.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { FILE_SIZE_MAX } from '../check/check-kind.ts'
import classes from './drop-area.module.css'

/** A file can be dropped anywhere on the page, or chosen with the mouse or the keyboard. */
export function DropArea({ onFile }: { onFile: (file: File) => void }) {
  const format = useFormat()
  const isOver = useDrop(onFile)
  return (
    <label className={classes.area} data-over={isOver}>
      <ImportsIcon size={28} />
      <span className={classes.title}>
        {isOver ? t('Drop to choose this file') : t('Drop your spreadsheet or contacts here')}
      </span>
      <span className={classes.button}>{t('Choose file')}</span>
      <span className={classes.about}>
        {t('CSV, XLSX, ODS or VCF, up to {fileSizeMax} and {importRowsMax} rows', {
          fileSizeMax: FILE_SIZE_MAX,
          importRowsMax: format.number(IMPORT_ROWS_MAX),
        })}
      </span>
      <input
        type="file"
        aria-label={t('Choose a contacts file')}
        accept=".csv,.xlsx,.ods,.vcf,text/csv,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Otherwise choosing the same file again would not fire a change event.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** Listens on the window, because the browser would open a file that is dropped outside the area. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file) onFile(file)
    }
    addEventListener('dragover', drag)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', drag)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [onFile])
  return isOver
}
