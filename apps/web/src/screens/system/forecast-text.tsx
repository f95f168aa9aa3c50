import type { StorageForecast } from '@holdfast/domain';
import { useI18n } from '../../i18n/i18n.tsx';

/** Less than this is as good as full: retention runs every minute. */
const FULL_HOURS = 1;

export function ForecastText({ forecast }: { forecast: StorageForecast }) {
  const { t, format } = useI18n();
  switch (forecast.kind) {
    case 'idle':
      return t('forecast.idle');
    case 'settles':
      return t('forecast.settles');
    case 'fills': {
      const span = format.about(forecast.reachesHours);
      if (forecast.inHours < FULL_HOURS) return t('forecast.full', { span });
      return t('forecast.fills', { time: format.about(forecast.inHours), span });
    }
  }
}
