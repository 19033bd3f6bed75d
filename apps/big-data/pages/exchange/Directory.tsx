import type { DirectoryRow } from '@formwork/contract/etl/exchange.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, number, text, time, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useMemo, useState } from 'react';
import { directory } from '../../exchange-lists.ts';
import { ShownDrawer } from './ShownDrawer.tsx';
import { ExchangeStateTag } from './state.tsx';

/** What other enterprises offer to this one. */
export function Directory() {
  const t = useT();
  const [opened, setOpened] = useState<DirectoryRow>();
  const columns = useMemo(
    () =>
      columnsOf<DirectoryRow>()('dataexchange.column', {
        title: wide(text, 220),
        provider: { width: 160, cell: ({ provider }) => provider.name },
        about: wide(text, 280),
        columnCount: number,
        mine: { width: 110, cell: ({ mine }) => (mine ? <ExchangeStateTag state={mine.state} /> : '—') },
        offeredAt: time,
      }),
    [],
  );
  return (
    <>
      <ListPane<DirectoryRow, unknown>
        list={directory}
        columns={columns}
        label={t('dataexchange.tab.directory')}
        rowKey={({ provider, id }) => `${provider.id}/${id}`}
        search={t('dataexchange.directory.search')}
        onOpen={setOpened}
        empty={{ title: t('dataexchange.directory.none'), hint: t('dataexchange.directory.none_hint') }}
      />
      {opened && <ShownDrawer key={opened.id} row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
