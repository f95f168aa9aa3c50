import { ClipSettings } from './clip-settings.tsx';

/** What an administrator does now and then. */
export const MaintenancePanel = () => <ClipSettings />;
