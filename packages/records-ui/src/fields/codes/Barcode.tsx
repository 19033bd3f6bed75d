import { ScanOutlined } from '@ant-design/icons';
import { useClear } from '@formwork/ui/input/search-input.tsx';
import { App, Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useAppearance } from '@formwork/web/appearance/appearance.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './barcode.css';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const barcodeUi: FieldUi<'barcode'> = { Editor: BarcodeEditor, Cell: ShownText, Detail: CodeView, width: 160 };

const CodePicture = lazy(() => import('./code-picture.tsx'));
const ScanDialog = lazy(() => import('@formwork/web/scan/ScanDialog.tsx'));

function BarcodeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'barcode'>) {
  const t = useT();
  const { message } = App.useApp();
  const clear = useClear();
  const [scanning, setScanning] = useState(false);
  const { scan, typed, format } = field.config;
  const { scanning: isOpen } = useAppearance();
  const scanned = (text: string) => {
    setScanning(false);
    onChange(text);
  };
  return (
    <span className="fw-code">
      <Input
        {...input}
        autoFocus={autoFocus}
        readOnly={!typed}
        allowClear={clear}
        value={typedText(value)}
        maxLength={format === 'qr' ? 1000 : 80}
        onChange={(event) => {
          if (typed || event.target.value === '') onChange(event.target.value);
        }}
      />
      <Button
        icon={<ScanOutlined />}
        aria-label={t('records.code.scan')}
        title={t('records.code.scan')}
        onClick={() => {
          if (scan && isOpen) setScanning(true);
          else message.warning(t('records.code.closed'));
        }}
      />
      {scanning && (
        <Suspense fallback={null}>
          <ScanDialog format={format} onClose={() => setScanning(false)} onFound={scanned} />
        </Suspense>
      )}
    </span>
  );
}

function CodeView({ field, value }: ShownProps<'barcode'>) {
  const text = String(value);
  return (
    <span className="fw-code-view">
      <Suspense fallback={<span className="fw-bone fw-code-bone" />}>
        <CodePicture format={field.config.format} text={text} />
      </Suspense>
      <span className="fw-value-text">{text}</span>
    </span>
  );
}
