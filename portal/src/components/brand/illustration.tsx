import type { ReactNode } from 'react'
import classes from './illustration.module.css'

/** What an empty page will hold. Drawn in the colours of the theme, and hidden from screen readers. */
const DRAWINGS = {
  contacts: (
    <>
      <rect data-part="paper" x="22" y="18" width="76" height="52" rx="8" />
      <circle data-part="accent" cx="42" cy="38" r="9" />
      <path data-part="accent" d="M28 60c2-9 8-12 14-12s12 3 14 12z" />
      <path data-part="line" d="M66 34h22M66 44h22M66 54h14" />
    </>
  ),
  messages: (
    <>
      <path
        data-part="paper"
        d="M30 16h46a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H48L34 64V54h-4a10 10 0 0 1-10-10V26a10 10 0 0 1 10-10z"
      />
      <path data-part="line" d="M34 30h38M34 40h24" />
      <circle data-part="accent" cx="92" cy="58" r="14" />
      <path data-part="ink" d="M86 58l4 4 8-9" />
    </>
  ),
  campaigns: (
    <>
      <path data-part="trail" d="M14 66c14-2 22-8 30-18M16 52c8-1 14-5 20-12" />
      <path data-part="paper" d="M106 14 34 42l26 8z" />
      <path data-part="accent" d="M106 14 60 50l8 24z" />
    </>
  ),
  documents: (
    <>
      <path data-part="paper" d="M36 10h36l16 16v46H36z" />
      <path data-part="accent" d="M72 10v16h16z" />
      <path data-part="line" d="M46 36h28M46 46h28M46 56h18" />
    </>
  ),
  inbox: (
    <>
      <path data-part="paper" d="M24 40 36 14h48l12 26v24a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z" />
      <path data-part="line" d="M24 40h22c0 8 6 13 14 13s14-5 14-13h22M44 24h32" />
      <circle data-part="accent" cx="92" cy="22" r="13" />
      <path data-part="ink" d="M86 22l4 4 8-9" />
    </>
  ),
  invoices: (
    <>
      <path data-part="paper" d="M36 8h48v62l-8-5-8 5-8-5-8 5-8-5-8 5z" />
      <path data-part="line" d="M46 22h28M46 32h28M46 42h14" />
      <circle data-part="accent" cx="84" cy="50" r="14" />
      <path data-part="ink" d="M78 44h12M78 49h12M80 44c8 0 8 9 0 9l7 7" />
    </>
  ),
  wallet: (
    <>
      <path data-part="accent" d="M34 24 74 10l8 14z" />
      <rect data-part="paper" x="22" y="24" width="76" height="46" rx="8" />
      <path data-part="line" d="M98 40H80a7 7 0 0 0 0 14h18" />
      <circle data-part="accent" cx="82" cy="47" r="3" />
    </>
  ),
  replies: (
    <>
      <path
        data-part="paper"
        d="M28 12h38a9 9 0 0 1 9 9v13a9 9 0 0 1-9 9H44L32 52v-9h-4a9 9 0 0 1-9-9V21a9 9 0 0 1 9-9z"
      />
      <path data-part="line" d="M30 23h34M30 32h22" />
      <path
        data-part="accent"
        d="M66 36h28a9 9 0 0 1 9 9v9a9 9 0 0 1-9 9h-4v8l-11-8H66a9 9 0 0 1-9-9v-9a9 9 0 0 1 9-9z"
      />
      <path data-part="ink" d="M82 41l-7 9h10l-6 8" />
    </>
  ),
  upload: (
    <>
      <rect data-part="paper" x="24" y="22" width="72" height="48" rx="8" />
      <path data-part="line" d="M24 38h72M24 54h72M48 22v48M72 22v48" />
      <circle data-part="accent" cx="90" cy="24" r="15" />
      <path data-part="ink" d="M90 31V17M84 23l6-6 6 6" />
    </>
  ),
  search: (
    <>
      <rect data-part="paper" x="20" y="16" width="64" height="50" rx="8" />
      <path data-part="line" d="M30 30h40M30 40h28M30 50h34" />
      <circle data-part="glass" cx="80" cy="50" r="15" />
      <path data-part="handle" d="M91 61l13 12" />
    </>
  ),
  lost: (
    <>
      <path data-part="trail" d="M12 64c20 8 30-14 46-8s18 14 34 6" />
      <path
        data-part="accent"
        d="M56 12h22a11 11 0 0 1 11 11v8a11 11 0 0 1-11 11H66l-9 7v-7h-1a11 11 0 0 1-11-11v-8a11 11 0 0 1 11-11z"
      />
      <path data-part="ink" d="M63 23a5 5 0 1 1 6 5c-1.5.5-2 1.5-2 3M67 36h.01" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IllustrationName = keyof typeof DRAWINGS

export const Illustration = ({ name }: { name: IllustrationName }) => (
  <svg className={classes.drawing} width="120" height="80" viewBox="0 0 120 80" aria-hidden="true">
    {DRAWINGS[name]}
  </svg>
)
