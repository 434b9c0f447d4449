import type { ReactNode, SVGProps } from 'react'

/** Icons are always shown beside text, so they are hidden from screen readers. */
const drawn = (shape: ReactNode) =>
  function Icon({ size = 18, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {shape}
      </svg>
    )
  }

const path = (...lines: string[]) => drawn(lines.map((d) => <path key={d} d={d} />))

export const HomeIcon = path('M4 11l8-7 8 7', 'M6 10v10h12V10')
export const ContactsIcon = path('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M4 21c1-4 4-6 8-6s7 2 8 6')
export const ImportsIcon = path('M12 16V4', 'M7 9l5-5 5 5', 'M4 16v4h16v-4')
export const ListsIcon = path('M9 6h11', 'M9 12h11', 'M9 18h11', 'M4 6h.01', 'M4 12h.01', 'M4 18h.01')
export const TemplatesIcon = path('M5 4h14v16H5z', 'M9 9h6', 'M9 13h6')
export const CampaignsIcon = path('M3 11l18-7-7 17-3-7z')
export const InboxIcon = path('M4 5h16v14H4z', 'M4 14h5l1 2h4l1-2h5')
export const WalletIcon = path('M4 7h16v12H4z', 'M4 7l11-3v3', 'M16 13h.01')
export const BillingIcon = path('M6 3h12v18l-3-2-3 2-3-2-3 2z', 'M9 8h6', 'M9 12h6')
export const SettingsIcon = path('M4 7h9', 'M17 7h3', 'M4 17h3', 'M11 17h9', 'M15 5v4', 'M9 15v4')
export const BellIcon = path('M6 16V11a6 6 0 0 1 12 0v5l2 2H4z', 'M10 21h4')
export const SunIcon = path(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  'M12 2v2',
  'M12 20v2',
  'M2 12h2',
  'M20 12h2',
  'M5 5l1.5 1.5',
  'M17.5 17.5L19 19',
  'M19 5l-1.5 1.5',
  'M6.5 17.5L5 19',
)
export const MoonIcon = path('M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z')
export const UserIcon = path('M12 13a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M5 20c1-3 4-4 7-4s6 1 7 4')
export const HelpIcon = path(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7',
  'M12 17h.01',
)
export const BackIcon = path('M15 5l-7 7 7 7')
export const SearchIcon = path('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z', 'M16 16l4 4')
export const KeyboardIcon = path('M3 7h18v11H3z', 'M7 11h.01', 'M11 11h.01', 'M15 11h.01', 'M8 15h8')
export const CheckIcon = path('M5 13l4 4 10-11')
export const PlusIcon = path('M12 5v14', 'M5 12h14')
export const VendorsIcon = path('M4 10l1-6h14l1 6', 'M5 10v10h14V10', 'M10 20v-6h4v6')
export const ProviderIcon = path('M12 20v-6', 'M8 12a5.6 5.6 0 0 1 8 0', 'M5 9a10 10 0 0 1 14 0')
export const AuditIcon = path('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 7v5l3 3')
export const PricingIcon = path('M4 12V4h8l8 8-8 8z', 'M8 8h.01')
export const RefundIcon = path('M9 14l-5-5 5-5', 'M4 9h10a6 6 0 0 1 0 12h-3')
export const LinkIcon = path('M14 4h6v6', 'M20 4l-9 9', 'M18 14v6H4V6h6')
export const CallIcon = path('M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4c-8 1-16-7-15-15z')
export const DownloadIcon = path('M12 4v12', 'M7 11l5 5 5-5', 'M4 20h16')
export const CopyIcon = path('M9 9h11v11H9z', 'M5 15H4V4h11v1')
export const ReplyIcon = path('M9 7l-5 5 5 5', 'M4 12h10a6 6 0 0 1 6 6')
export const PictureIcon = path('M4 5h16v14H4z', 'M4 16l5-5 4 4 3-3 4 4', 'M15 9h.01')
export const VideoIcon = path('M4 6h11v12H4z', 'M15 10l5-3v10l-5-3')
export const DocumentIcon = path('M6 3h8l4 4v14H6z', 'M14 3v4h4')
export const LocationIcon = path('M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11z', 'M12 10h.01')
