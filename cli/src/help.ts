import type { CommandName } from './options.ts'

const MAIN = `harkara: import contacts from the command line

  harkara import FILE      upload a .csv or .xlsx file, look at the preview, import it
  harkara status JOB       how far an import is
  harkara map JOB          say what the columns of a file are
  harkara confirm JOB      import what the preview showed
  harkara cancel JOB       stop an import
  harkara undo JOB         put back what an import changed
  harkara reports JOB      save failed rows and warnings as CSV
  harkara login            sign in with email and password
  harkara logout           end that session
  harkara COMMAND --help   the options of a command
  harkara --version

  First time:  harkara import contacts.csv --api-key hk_…   (or harkara login before)

Environment:  HARKARA_URL, HARKARA_API_KEY, HARKARA_TOKEN: as the options of these names; others cannot see them
Exit codes:   0 done, 1 failed or refused, 2 wrong usage, 3 waits for you (columns or review),
              4 cannot reach the server or sign in, 130 stopped with Ctrl-C`

const CONNECTION = `
  --url URL                where Harkara is (HARKARA_URL, where you signed in, or http://localhost:3000)
  --api-key KEY            sign in with an API key (better: HARKARA_API_KEY)
  --token TOKEN            sign in with an access token (better: HARKARA_TOKEN)`
const OUTPUT = `
  --json                   print one JSON document on the standard output; ask nothing
  --quiet                  no progress and no remarks`
const COMMON = CONNECTION + OUTPUT

const REVIEW = `
  --confirm                import without asking
  --reports DIR            save failed rows and warnings there, if there are any; nothing is overwritten`
const MAP = `
  --map COLUMN=FIELD,…     what the columns are: name, firstName, lastName, phone, country, labels, ignore,
                           attribute or attribute:NAME; columns that are not named are ignored.
                           A comma, = or \\ inside a name: with \\ before it. May be given several times.`

const HELP: Readonly<Record<CommandName, string>> = {
  import: `harkara import FILE [options]

Uploads a .csv or .xlsx file (50 MB at most), waits for the preview, and imports it with --confirm or after a question.
A connection that is cut is tried again and never imports twice.
${MAP}
  --no-auto-map            do not guess the columns; ask
  --strategy STRATEGY      what happens to contacts that exist: SKIP_DUPLICATES, MERGE_LABELS (usual),
                           UPDATE_METADATA, FULL_REPLACE
  --confirm-full-replace   do not ask again for FULL_REPLACE
  --default-country IN     the country of numbers that do not tell it
  --label LABEL            give every contact this label; may be given several times
  --list NAME              put the contacts into a new list of this name
  --allow-duplicate        import although the same file was imported before${REVIEW}
${COMMON}

  harkara import contacts.csv --map 'Phone=phone,Customer=name,Town=attribute:city' --label vip --confirm`,
  status: `harkara status JOB [options]

Says how far an import is.

  --wait                   follow it until it ends or waits for you
${COMMON}`,
  map: `harkara map JOB [--map COLUMN=FIELD,…] [options]

Says what the columns of a waiting file are, and goes on with the import. Without --map shows the columns.
${MAP}${REVIEW}
${COMMON}`,
  confirm: `harkara confirm JOB [options]

Imports what the preview showed and waits for the end.
${COMMON}`,
  cancel: `harkara cancel JOB [options]

Stops an import. Contacts that were saved before stay.
${COMMON}`,
  undo: `harkara undo JOB [options]

Puts back what a finished import changed and nobody touched since. Possible once.
${COMMON}`,
  reports: `harkara reports JOB [options]

Saves the failed rows (repaired, the file can be imported again) and the warnings as CSV.

  --dir DIR                where to; the current directory if not given. Nothing is overwritten.
${COMMON}`,
  login: `harkara login [--email EMAIL] [--url URL] [options]

Signs in and keeps the session (not the password) in a file that only you can read. Without a terminal the password is
the first line of the standard input.

  --email EMAIL            who signs in
  --url URL                where; the commands after it go there too${OUTPUT}`,
  logout: `harkara logout [options]

Ends the session that harkara login began.
${OUTPUT}`,
}

export const helpFor = (topic: CommandName | undefined): string => (topic === undefined ? MAIN : HELP[topic])
