import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { I18nProvider } from './i18n/i18n.tsx';
import { Toasts } from './parts/layout/toasts.tsx';
import { RemovalProvider } from './parts/undo/use-removal.tsx';
import { router } from './router.tsx';
import { publishStyleNonce, styleNonce } from './theme/style-nonce.ts';
import { cssVariables, theme } from './theme/theme.ts';

publishStyleNonce();
const colorSchemes = localStorageColorSchemeManager({ key: 'holdfast.scheme' });

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    colorSchemeManager={colorSchemes}
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <I18nProvider>
        <RemovalProvider>
          <Toasts />
          <RouterProvider router={router} />
        </RemovalProvider>
      </I18nProvider>
    </QueryClientProvider>
  </MantineProvider>
);
