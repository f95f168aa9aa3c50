import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { type BookmarkDraft, BookmarkForm } from '../../footage/bookmark-form.tsx';
import { useCameraName } from '../../footage/use-camera-name.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { IconBookmark, IconPlus, IconSearch } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import classes from '../../parts/parts.module.css';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { BookmarkRow } from './bookmark-row.tsx';
import { matchesWords } from './matches-words.ts';

const MINUTE_MS = 60_000;

/** Default range: the last minutes. */
const justNow = () => ({
  start: new Date(Date.now() - 5 * MINUTE_MS).toISOString(),
  end: new Date().toISOString(),
});

export function BookmarksScreen() {
  const t = useT();
  const [cameraIds, setCameraIds] = useState<string[]>([]);
  const [words, setWords] = useState('');
  const [edited, setEdited] = useState<BookmarkDraft>();
  const bookmarks = useInfiniteQuery(queries.bookmarks(cameraIds));
  const nameOf = useCameraName();
  const { isLeaving } = useRemoval();
  const isSearching = words.trim() !== '';
  const { hasNextPage, isFetching, fetchNextPage } = bookmarks;
  // The search is local, so all pages have to be loaded.
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching) void fetchNextPage();
  }, [isSearching, hasNextPage, isFetching, fetchNextPage]);
  const add = (
    <Button
      leftSection={<IconPlus size={18} />}
      onClick={() => setEdited({ camera_id: cameraIds[0] ?? null, ...justNow() })}
    >
      {t('bookmarks.add')}
    </Button>
  );
  const isFiltered = isSearching || cameraIds.length > 0;
  return (
    <Page title={t('nav.bookmarks')} lead={t('bookmarks.lead')} actions={add}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('bookmarks.search')}
          leftSection={<IconSearch size={18} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          maxLength={200}
          type="search"
        />
        <CameraPicker
          label={t('bookmarks.cameras')}
          placeholder={t('footage.anyCamera')}
          value={cameraIds}
          onChange={setCameraIds}
          hasRemoved
        />
      </SimpleGrid>
      <Pages query={bookmarks}>
        {(all) => {
          const shown = all
            .filter(({ id }) => !isLeaving(`bookmark ${id}`))
            .filter((bookmark) => matchesWords(bookmark, nameOf(bookmark.camera_id), words));
          if (shown.length === 0)
            return (
              <Empty
                icon={<IconBookmark size={30} />}
                title={isFiltered ? t('bookmarks.noMatch') : t('bookmarks.none')}
                text={isFiltered ? t('bookmarks.noMatchHint') : t('bookmarks.noneHint')}
                action={!isFiltered && add}
              />
            );
          return (
            <ul className={classes.rows}>
              {shown.map((bookmark) => (
                <BookmarkRow key={bookmark.id} bookmark={bookmark} onEdit={() => setEdited(bookmark)} />
              ))}
            </ul>
          );
        }}
      </Pages>
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited && 'id' in edited ? t('bookmarks.edit') : t('bookmarks.add')}
      >
        {edited && <BookmarkForm bookmark={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </Page>
  );
}
