import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useT } from '../../i18n/i18n.tsx';
import classes from './toasts.module.css';

/** Notifications, with a translated label for the close button. */
export function Toasts() {
  const t = useT();
  const closeButtonProps = { 'aria-label': t('common.close') };
  return (
    <MantineThemeProvider inherit theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      <Notifications position="bottom-right" limit={4} classNames={{ root: classes.toasts }} />
    </MantineThemeProvider>
  );
}
