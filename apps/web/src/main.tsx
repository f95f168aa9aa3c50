import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { askBeforeClosing } from './parts/drafts/ask-before-closing.ts';
import { returnFocus } from './parts/keyboard/return-focus.ts';
import { keepSession } from './session/keep-session.ts';
import { registerServiceWorker } from './shell/register-service-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
keepSession();
askBeforeClosing();
returnFocus();
registerServiceWorker();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
