import { BackupCard } from './backup-card.tsx';
import { ClipSettings } from './clip-settings.tsx';
import { RestartCard } from './restart-card.tsx';
import { SupportCard } from './support-card.tsx';

/** Occasional tasks of an administrator. */
export const MaintenancePanel = () => (
  <>
    <RestartCard />
    <BackupCard />
    <SupportCard />
    <ClipSettings />
  </>
);
