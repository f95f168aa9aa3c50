import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import classes from './exports.module.css';

/** The fingerprint to compare with the one on the verification page. */
export function SigningKeyCard() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const key = useQuery({ ...queries.signingKey, enabled: isAdmin }).data;
  if (!key) return null;
  return (
    <Card title={t('exports.key')} lead={t('exports.keyLead')}>
      <code className={classes.fingerprint}>{key.fingerprint.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </Card>
  );
}
