import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.tsx';
import { IconPhotoOff } from '../icons/icons.ts';
import classes from '../parts.module.css';
import { Empty } from './empty.tsx';

export function NotFoundScreen() {
  const t = useT();
  return (
    <div className={classes.page}>
      <Empty
        icon={<IconPhotoOff size={30} />}
        title={t('shell.noScreen')}
        text={t('shell.noScreenHint')}
        action={
          <Button component={Link} to="/cameras">
            {t('nav.cameras')}
          </Button>
        }
      />
    </div>
  );
}
