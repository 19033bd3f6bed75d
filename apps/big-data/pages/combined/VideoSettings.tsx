import { UploadOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { VideoSource, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, Switch } from 'antd';
import { useRef, useState } from 'react';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';

type Video = Extract<ScreenElement, { is: 'video' }>;

interface Props {
  screen: string;
  element: Video;
  readOnly: boolean;
  onVideo: (change: (element: Video) => Video, group?: string) => void;
}

/** Where a film comes from, and how it is played. */
export function VideoSettings({ screen, element, readOnly, onVideo }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number>();
  const { from } = element;
  const known = from && 'address' in from ? from.address : '';
  const [typed, setTyped] = useState(known);
  const take = useCommand(analyticsApi.video);
  const chosen = async (file: File) => {
    setPart(0);
    try {
      const [added] = await upload(filesApi.upload, { query: { purpose: 'source' } }, [file], { onProgress: setPart });
      const found = added && (await take.run({ params: { screenId: screen }, body: { file: added.id } }));
      if (!found) return;
      setTyped('');
      onVideo((now) => ({ ...now, from: found }));
    } catch (error) {
      if (!isApiError(error)) throw error;
      void message.error(errorText(error, t));
    } finally {
      setPart(undefined);
    }
  };
  const wrong = typed !== '' && !VideoSource.safeParse({ address: typed }).success;
  const type = (address: string) => {
    setTyped(address);
    if (address === '') onVideo((now) => ({ ...now, from: null }));
    else if (VideoSource.safeParse({ address }).success) onVideo((now) => ({ ...now, from: { address } }), 'address');
  };
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        accept="video/mp4,video/webm"
        aria-label={t('analytics.video_upload')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void chosen(file);
        }}
      />
      <p className="analytics-quiet">{from && 'file' in from ? from.name : t('analytics.video_hint')}</p>
      {!readOnly && (
        <Button icon={<UploadOutlined />} loading={part !== undefined} onClick={() => chooser.current?.click()}>
          {t('analytics.video_upload')}
        </Button>
      )}
      <FieldRow label={t('analytics.video_address')}>
        <Input
          disabled={readOnly}
          maxLength={2_000}
          placeholder="https://"
          value={typed}
          {...(wrong && { status: 'error' as const })}
          onChange={({ target }) => type(target.value.trim())}
        />
      </FieldRow>
      {wrong && (
        <p className="analytics-quiet" role="alert">
          {t('analytics.video_wrong')}
        </p>
      )}
      {(['muted', 'loop'] as const).map((key) => (
        <FieldRow key={key} label={t(`analytics.video_${key}`)}>
          <Switch
            disabled={readOnly}
            checked={element[key] ?? true}
            onChange={(on) => onVideo((now) => ({ ...now, [key]: on }))}
          />
        </FieldRow>
      ))}
      {!(element.muted ?? true) && <p className="analytics-quiet">{t('analytics.video_sound')}</p>}
      {!readOnly && (
        <>
          <p className="analytics-quiet">{t('analytics.video_poster')}</p>
          <PictureInput onPicture={(poster) => onVideo((now) => ({ ...now, poster }))} />
        </>
      )}
    </>
  );
}
