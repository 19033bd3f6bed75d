import { UploadOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { put } from './edits.ts';
import type { SettingsProps } from './Inspector.tsx';

/** The boundaries that a map is drawn of: a file of GeoJSON that becomes part of the chart. */
export function MapSettings({ chartId, settings: { look }, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  const { message } = App.useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number>();
  const take = useCommand(analyticsApi.boundaries);
  const set = (file: string | undefined, name: string | undefined) =>
    onSettings((now) => ({ ...now, look: put(put(now.look, 'map', file), 'mapName', name) }));
  const chosen = async (file: File) => {
    setPart(0);
    try {
      const [added] = await upload(filesApi.upload, { query: { purpose: 'source' } }, [file], { onProgress: setPart });
      const found = added && (await take.run({ params: { chartId }, body: { file: added.id } }));
      if (!found) return;
      set(found.file, found.name);
      void message.success(
        t('analytics.map_taken', { count: found.regions.length, some: found.regions.slice(0, 3).join('、') }),
      );
    } catch (error) {
      if (!isApiError(error)) throw error;
      void message.error(errorText(error, t));
    } finally {
      setPart(undefined);
    }
  };
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".json,.geojson"
        aria-label={t('analytics.map_upload')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void chosen(file);
        }}
      />
      <p className="chart-map-file">{look.mapName ?? t('analytics.map_hint')}</p>
      {!readOnly && (
        <div className="chart-map-tools">
          <Button
            size="small"
            icon={<UploadOutlined />}
            loading={part !== undefined}
            onClick={() => chooser.current?.click()}
          >
            {t(look.map === undefined ? 'analytics.map_upload' : 'analytics.map_upload_again')}
          </Button>
          {look.map !== undefined && (
            <Button size="small" onClick={() => set(undefined, undefined)}>
              {t('ui.action.remove')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
