import { Button, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { WatchLink } from '../../footage/watch-link.tsx';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import parts from '../../parts/parts.module.css';
import { MomentPicture } from '../../parts/pictures/moment-picture.tsx';
import { CropPicture } from '../../plates/crop-picture.tsx';
import { PlateText } from '../../plates/plate-text.tsx';
import type { PlatePass } from './pass-queries.ts';
import classes from './passes.module.css';

const tones = { match: 'good', differ: 'warn', miss: 'bad' } as const;

interface PassRowProps {
  pass: PlatePass;
  isChosen: boolean;
  isTyping: boolean;
  canConfirm: boolean;
  canPlay: boolean;
  rowRef: RefObject<HTMLLIElement | null> | undefined;
  onChoose: () => void;
  onConfirm: (plate: string) => void;
  onType: (isTyping: boolean) => void;
}

/** One pass: the moment, the text read by each engine, and the true plate. */
export function PassRow(props: PassRowProps) {
  const { pass, isChosen, isTyping, canConfirm, canPlay, rowRef, onChoose, onConfirm, onType } = props;
  const { t, format } = useI18n();
  return (
    <li
      ref={rowRef}
      tabIndex={-1}
      className={classes.pass}
      aria-current={isChosen}
      data-pass={pass.id}
      data-confirmed={pass.confirmed_plate ?? undefined}
    >
      <div className={classes.context}>
        {canPlay && <MomentPicture cameraId={pass.camera_id} cameraName={pass.camera_name} at={pass.ts} />}
      </div>
      <div className={classes.passMain}>
        <div className={parts.rowSub}>
          <StateChip tone={tones[pass.verdict]}>{t(`verdict.${pass.verdict}`)}</StateChip>
          <time dateTime={pass.ts}>{format.exact(pass.ts)}</time>
          <Named text={pass.camera_name} inline />
          {canPlay && <WatchLink name={pass.camera_name} cameraIds={[pass.camera_id]} at={pass.ts} />}
        </div>
        <div className={classes.sides}>
          <Side engine="native-alpr" side={pass.native} />
          <Side engine="external" side={pass.external} />
        </div>
        <div className={classes.truth}>
          {pass.confirmed_plate !== null && (
            <span role="status">
              {t('passes.isConfirmed')} <PlateText plate={pass.confirmed_plate} />
            </span>
          )}
          {canConfirm && !isTyping && (
            <Button
              size="xs"
              variant={isChosen ? 'light' : 'subtle'}
              onClick={() => {
                onChoose();
                onType(true);
              }}
            >
              {t('passes.type')}
            </Button>
          )}
          {canConfirm && isTyping && (
            <TypedPlate
              initial={pass.confirmed_plate ?? pass.native?.plate ?? pass.external?.plate ?? ''}
              onConfirm={onConfirm}
              onCancel={() => onType(false)}
            />
          )}
          {canConfirm &&
            !isTyping &&
            ([pass.native, pass.external] as const).map(
              (side, index) =>
                side && (
                  <Button
                    key={side.read_id}
                    size="xs"
                    variant={isChosen ? 'light' : 'subtle'}
                    onClick={() => {
                      onChoose();
                      onConfirm(side.plate);
                    }}
                  >
                    {t('passes.take', { plate: side.plate, number: index + 1 })}
                  </Button>
                ),
            )}
        </div>
      </div>
    </li>
  );
}

function Side({ engine, side }: { engine: 'native-alpr' | 'external'; side: PlatePass['native'] }) {
  const { t, format } = useI18n();
  return (
    <div className={classes.side}>
      <span className={classes.engine}>{t(`engine.${engine}`)}</span>
      {side === null ? (
        <span className={classes.nothing}>{t('passes.notSeen')}</span>
      ) : (
        <>
          <CropPicture path={side.crop} plate={side.plate} />
          <div>
            <PlateText plate={side.plate} />
            {side.confidence !== null && <div className={parts.help}>{format.percent(side.confidence)}</div>}
          </div>
        </>
      )}
    </div>
  );
}

interface TypedPlateProps {
  initial: string;
  onConfirm: (plate: string) => void;
  onCancel: () => void;
}

function TypedPlate({ initial, onConfirm, onCancel }: TypedPlateProps) {
  const t = useT();
  const [text, setText] = useState(initial);
  return (
    <form
      className={classes.typed}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(text);
      }}
    >
      <TextInput
        size="xs"
        aria-label={t('passes.typed')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        onFocus={(event) => event.currentTarget.select()}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <Button size="xs" type="submit">
        {t('passes.confirm')}
      </Button>
    </form>
  );
}
