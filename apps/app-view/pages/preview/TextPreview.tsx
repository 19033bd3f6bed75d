import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { useState } from 'react';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { decodeText, encodings, guessEncoding, type Encoding } from './text-decoding.ts';
import { useContent } from './use-content.ts';

/** More than this nobody reads in a page. */
const most = 2 * 1024 * 1024;

/** A text as it is, whatever it would be to a browser; the encoding is guessed and may be chosen. */
export default function TextPreview({ file }: ContentProps) {
  const t = useT();
  const [chosen, setChosen] = useState<Encoding>();
  const { data: bytes, isError, refetch } = useContent(file, file.size > most ? most : undefined);
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!bytes) return <Waiting />;
  const encoding = chosen ?? guessEncoding(bytes);
  return (
    <>
      <div className="preview-tools">
        <label className="preview-encoding">
          {t('preview.text.encoding')}{' '}
          <Select<Encoding>
            size="small"
            value={encoding}
            onChange={setChosen}
            options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
            popupMatchSelectWidth={false}
          />
        </label>
        {file.size > most && <span>{t('preview.text.beginning')}</span>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre className="preview-text" tabIndex={0}>
        {bytes.length === 0 ? t('preview.text.empty') : decodeText(bytes, encoding)}
      </pre>
    </>
  );
}
