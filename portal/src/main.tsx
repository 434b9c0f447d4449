import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startSession } from './app/start-session.ts'
import { styleNonce } from './app/style-nonce.ts'

// The dialogs' scroll lock writes a style of its own and looks for its nonce here.
Object.assign(window, { __webpack_nonce__: styleNonce() })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the portal')
void startSession()
createRoot(root).render(<App />)
