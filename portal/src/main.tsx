import { createRoot } from 'react-dom/client'
import { listenToOtherTabs } from './api/sign-in/other-tabs.ts'
import { App } from './app/app.tsx'
import { startSession } from './app/start-session.ts'
import { styleNonce } from './app/style-nonce.ts'
import { language } from './format/language.ts'
import { loadMessages } from './format/translate.ts'

// The scroll lock of the dialogs inserts a style element and reads its nonce from here.
Object.assign(window, { __webpack_nonce__: styleNonce() })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
listenToOtherTabs()
void startSession()
document.documentElement.lang = language
// Without its texts the portal is in English, which is better than no portal.
void Promise.all([loadMessages('shared'), loadMessages('server')])
  .catch(() => undefined)
  .then(() => createRoot(root).render(<App />))
