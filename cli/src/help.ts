import type { CommandName } from './options.ts'

const MAIN = `harkara: import contacts from the command line

  harkara import FILE      upload a .csv, .xlsx, .ods or .vcf file, review the preview and import it
  harkara status JOB       show the status of an import
  harkara map JOB          map the columns of the file
  harkara confirm JOB      confirm an import after reviewing its preview
  harkara rows JOB         list rows of an import in review
  harkara repair JOB       correct cells of a row
  harkara exclude JOB      leave rows out of the import
  harkara include JOB      take excluded rows back in
  harkara replace JOB      replace a text in a column
  harkara undo-replace JOB undo a replacement
  harkara what-if JOB      compare default countries
  harkara cancel JOB       cancel an import
  harkara undo JOB         undo the changes of an import
  harkara reports JOB      save failed rows and warnings as CSV
  harkara presets ACTION   list, create or delete saved mappings
  harkara login            sign in with email and password
  harkara logout           sign out
  harkara doctor           examine the installation on this machine, and say what to do (for operators)
  harkara COMMAND --help   show the options of a command
  harkara --version        show the version

  Example:  harkara import contacts.csv --api-key hk_…   (or run harkara login first)

Environment:  HARKARA_URL, HARKARA_API_KEY and HARKARA_TOKEN, used instead of the options of these names
Exit codes:   0 done, 1 failed or rejected, 2 invalid usage, 3 waiting for input (columns or review),
              4 cannot reach the server or sign in, 130 interrupted with Ctrl-C`

const CONNECTION = `
  --url URL                server URL (default: HARKARA_URL, the server you signed in to, or http://localhost:3000)
  --api-key KEY            authenticate with an API key (preferred: HARKARA_API_KEY)
  --token TOKEN            authenticate with an access token (preferred: HARKARA_TOKEN)`
const OUTPUT = `
  --json                   print one JSON document to standard output and never prompt
  --quiet                  print no progress and no notes`
const COMMON = CONNECTION + OUTPUT

const REVIEW = `
  --confirm                import without prompting
  --reports DIR            save failed rows and warnings to this directory, if any; existing files are kept`
const MAP = `
  --map COLUMN=FIELD,…     the field of each column: name, firstName, lastName, phone, country, labels, consent,
                           ignore, attribute or attribute:NAME. Columns that are left out are ignored.
                           Escape a comma, = or \\ in a name with \\. Can be repeated.
  --preset NAME            map the columns as saved under this name
  --sheet NAME             the sheet of a workbook (default: the first with rows)
  --header-row N           the row with the column names; 0: there is none
                           (default: recognised)`

const HELP: Readonly<Record<CommandName, string>> = {
  import: `harkara import FILE [options]

Uploads a .csv, .xlsx, .ods or .vcf file (at most 50 MB), waits for the preview, and imports it with --confirm or after
a prompt.
Interrupted connections are retried, and the file is never imported twice.
${MAP}
  --no-auto-map            do not detect the columns automatically; prompt for them
  --strategy STRATEGY      how existing contacts are treated: SKIP_DUPLICATES, MERGE_LABELS (default),
                           UPDATE_METADATA, FULL_REPLACE
  --confirm-full-replace   do not prompt for FULL_REPLACE
  --default-country IN     the country of numbers without a country code
  --label LABEL            add this label to every contact; can be repeated
  --list NAME              add the contacts to the contact list of this name
  --allow-duplicate        import even if the same file was imported before${REVIEW}
${COMMON}

  harkara import contacts.csv --map 'Phone=phone,Customer=name,Town=attribute:city' --label vip --confirm`,
  status: `harkara status JOB [options]

Shows the status of an import.

  --wait                   wait until the import ends or needs input
${COMMON}`,
  map: `harkara map JOB [--map COLUMN=FIELD,… | --preset NAME] [options]

Maps the columns of an import that awaits mapping or review, and continues it.
With --sheet or --header-row, that part of the file is read. Without
--map, --preset, --sheet and --header-row, it shows the columns.
${MAP}${REVIEW}
${COMMON}`,
  confirm: `harkara confirm JOB [options]

Confirms an import and waits until it ends. Without --plan, whatever the result is by now is imported.

  --plan HASH              only if the result is still the one that was shown; otherwise exit code 3
${COMMON}`,
  rows: `harkara rows JOB [options]

Lists rows of an import in review, with their cells and what becomes of them.

  --status STATUS          only rows that are valid, warning, failed or excluded
  --from-row N             start at this row, as a spreadsheet numbers it
  --limit N                at most this many rows (default: 50)
${COMMON}`,
  repair: `harkara repair JOB --row N --set COLUMN=TEXT [options]

Corrects cells of one row of an import in review. The row is read again at once.

  --row N                  the row, as a spreadsheet numbers it
  --set COLUMN=TEXT        the new text of a cell. Escape = or \\ in a name with \\. Can be repeated.
${COMMON}

  harkara repair 01a1… --row 4 --set 'Phone=+91 98765 43210'`,
  exclude: `harkara exclude JOB --rows ROWS [options]

Leaves rows out of an import in review.

  --rows ROWS              row numbers and ranges, such as 4,7-9; at most 10,000 rows. Can be repeated.
${COMMON}`,
  include: `harkara include JOB --rows ROWS [options]

Takes excluded rows back into an import in review.

  --rows ROWS              row numbers and ranges, such as 4,7-9; at most 10,000 rows. Can be repeated.
${COMMON}`,
  replace: `harkara replace JOB --column COLUMN --find TEXT --with TEXT [options]

Replaces a text in all cells of one column of an import in review.

  --column COLUMN          the column
  --find TEXT              the text to replace, case-sensitive; '' fills the empty cells
  --with TEXT              the new text
  --whole-cell             only cells that contain nothing else
${COMMON}`,
  'undo-replace': `harkara undo-replace JOB --replacement ID [options]

Takes back a replacement of an import in review. Cells that were changed again since stay as they are.

  --replacement ID         the replacement, as harkara replace shows it
${COMMON}`,
  'what-if': `harkara what-if JOB --countries IN,AE [options]

Shows how an import in review would be read with other default countries. Nothing is changed.

  --countries LIST         country codes separated by commas
  --exact                  read all rows of a large file instead of a sample
${COMMON}`,
  cancel: `harkara cancel JOB [options]

Cancels an import. Contacts that were already saved are removed or restored.
${COMMON}`,
  undo: `harkara undo JOB [options]

Undoes the changes of a completed import, except for contacts edited since. Possible once.
${COMMON}`,
  reports: `harkara reports JOB [options]

Saves the failed rows and the warnings as CSV. Once corrected, the failed rows can be imported again.

  --dir DIR                directory (default: the current directory); existing files are kept
${COMMON}`,
  presets: `harkara presets list|create|delete [options]

Lists the mappings that were saved under a name, saves one, or deletes one. harkara import --preset NAME uses it.

  --name NAME              the name (create), or the name or id (delete)
  --map COLUMN=FIELD,…     the field of each column, as in harkara import
  --strategy STRATEGY      how existing contacts are treated
  --default-country IN     the country of numbers without a country code
  --label LABEL            add this label to every contact; can be repeated
${COMMON}

  harkara presets create --name 'Shop export' --map 'Phone=phone,Customer=name'`,
  login: `harkara login [--email EMAIL] [--url URL] [options]

Signs in and stores the session (not the password) in a file that only you can read. Without a terminal, the password
is read from the first line of standard input.

  --email EMAIL            your email address
  --url URL                server URL; later commands use it too${OUTPUT}`,
  logout: `harkara logout [options]

Ends the session started by harkara login.
${OUTPUT}`,
}

export const helpFor = (topic: CommandName | undefined): string => (topic === undefined ? MAIN : HELP[topic])
