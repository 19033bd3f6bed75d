import { DownloadOutlined, LoadingOutlined } from '@ant-design/icons';
import type { SavedFormat } from '@formwork/contract/analytics/api.ts';
import { embedApi, type ChosenValues, type OfferedFilter } from '@formwork/contract/analytics/embed-api.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { hasText, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { useState } from 'react';
import { EmbedFilter } from './EmbedFilter.tsx';

interface Props {
  opened: { address: string; token: string };
  name: string;
  isDashboard: boolean;
  filters: readonly OfferedFilter[];
  files: readonly SavedFormat[];
  dark: boolean;
  chosen: ChosenValues;
  onChosen: (next: ChosenValues) => void;
  /** It has ended meanwhile. */
  onStale: () => void;
}

/** What the token lets viewers do beside looking: set filters, take files. */
export function EmbedTools({ opened, name, isDashboard, filters, files, dark, chosen, onChosen, onStale }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [taking, setTaking] = useState(false);
  if (filters.length === 0 && files.length === 0) return null;
  const take = async (format: SavedFormat) => {
    // the token travels in the body: an address would be kept in logs and histories
    const body = { ...opened, chosen: [...chosen], format, dark };
    const answer = await fetch(documentAddress(embedApi.file, { body }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
    if (!answer?.ok) {
      const refused = (await answer?.json().catch(() => undefined)) as { code?: string } | undefined;
      if (refused?.code === 'analytics.embed.gone') return onStale();
      const why = refused?.code === undefined ? undefined : `errors.${refused.code}`;
      return void message.error(why !== undefined && hasText(why) ? t(why) : t('share.file.failed'));
    }
    const file = URL.createObjectURL(await answer.blob());
    const ending = isDashboard && format === 'csv' ? 'zip' : format;
    Object.assign(document.createElement('a'), { href: file, download: `${name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  };
  return (
    <div className="embed-tools">
      {filters.length > 0 && (
        <div className="embed-filters" role="group" aria-label={t('share.embed.filters')}>
          {filters.map((filter, at) => {
            const before = new Set(filters.slice(0, at).map(({ id }) => id));
            return (
              <EmbedFilter
                key={filter.id}
                opened={opened}
                filter={filter}
                before={chosen.filter((one) => before.has(one.filter))}
                values={chosen.find((one) => one.filter === filter.id)?.values ?? []}
                onValues={(values) => {
                  const others = chosen.filter((one) => one.filter !== filter.id);
                  onChosen(values.every((one) => !one) ? others : [...others, { filter: filter.id, values }]);
                }}
              />
            );
          })}
          {chosen.length > 0 && (
            <Button type="text" size="small" onClick={() => onChosen([])}>
              {t('share.embed.clear')}
            </Button>
          )}
        </div>
      )}
      {files.length > 0 && (
        <MenuButton
          label={t('share.embed.take')}
          align="end"
          items={files.map((format) => ({
            id: format,
            title: t(`share.embed.take_as.${format}`),
            disabled: taking,
            onSelect: () => {
              setTaking(true);
              void take(format).finally(() => setTaking(false));
            },
          }))}
        >
          {taking ? <LoadingOutlined /> : <DownloadOutlined />}
        </MenuButton>
      )}
    </div>
  );
}
