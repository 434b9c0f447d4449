import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startSession } from './app/start-session.ts'
import { styleNonce } from './app/style-nonce.ts'

// The scroll lock of the dialogs inserts a style element and reads its nonce from here.
Object.assign(window, { __webpack_nonce__: styleNonce() })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
void startSession()
createRoot(root).render(<App />)
