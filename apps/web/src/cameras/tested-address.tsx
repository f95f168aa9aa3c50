import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { useNeeds } from '../parts/forms/use-needs.ts';
import { AddressFields } from './address-fields.tsx';
import { ProbePanel, type useProbe } from './probe-panel.tsx';

interface TestedAddressProps extends ComponentProps<typeof AddressFields> {
  probe: ReturnType<typeof useProbe>;
  /** Undefined while the address cannot be tested. */
  url: string | undefined;
  /** The saved password belongs to it. It cannot be tested from here, because it never leaves the server. */
  isKept?: boolean;
}

/** Address and login of a camera stream, with the test of both. */
export function TestedAddress({ probe, url, isKept = false, error, ...fields }: TestedAddressProps) {
  const t = useT();
  const { place, check, neededAt } = useNeeds<HTMLDivElement>({ url: url === undefined });
  return (
    <>
      <div ref={place} style={{ display: 'contents' }}>
        <AddressFields {...fields} error={error ?? neededAt('url')} />
      </div>
      {isKept ? (
        <Text size="sm" c="dimmed">
          {t('camera.testKept')}
        </Text>
      ) : (
        <ProbePanel probe={probe} onTest={() => check() && url !== undefined && probe.mutate(url)} />
      )}
    </>
  );
}
