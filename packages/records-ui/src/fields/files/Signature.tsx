import { EditOutlined } from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { typedFiles } from './file-values.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import './pictures.css';

export const signatureUi: FieldUi<'signature'> = {
  Editor: SignatureEditor,
  Cell: SmallSignature,
  Detail: SignatureView,
  Card: SmallSignature,
  width: 130,
};

const SignatureDialog = lazy(() => import('@formwork/web/signature/SignatureDialog.tsx'));

function SignatureEditor({ value, onChange, input }: EditorProps<'signature'>) {
  const t = useT();
  const [file] = typedFiles(value);
  // only what was drawn in this sitting may be deleted outright
  const own = useRef(new Set<string>());
  const [drawing, setDrawing] = useState(false);
  const leave = (next: unknown) => {
    if (file && own.current.delete(file.id))
      void call(filesApi.remove, { params: { fileId: file.id } }).catch(() => undefined);
    onChange(next);
  };
  return (
    <div className="fw-signature">
      {file && <img src={pictureAddress(file.id)} alt={t('records.signature.title')} />}
      <Button
        id={input.id}
        aria-describedby={input['aria-describedby']}
        icon={<EditOutlined />}
        onClick={() => setDrawing(true)}
      >
        {t(file ? 'records.signature.again' : 'records.signature.draw')}
      </Button>
      {file && (
        <Button type="text" danger onClick={() => leave(null)}>
          {t('records.signature.remove')}
        </Button>
      )}
      {drawing && (
        <Suspense fallback={null}>
          <SignatureDialog
            onClose={() => setDrawing(false)}
            onDrawn={({ id, name, size, type }) => {
              leave([{ id, name, size, type }]);
              own.current.add(id);
              setDrawing(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function SignatureView({ value }: ShownProps<'signature'>) {
  const t = useT();
  const [file] = typedFiles(value);
  return file ? (
    <span className="fw-signature">
      <img src={pictureAddress(file.id)} alt={t('records.signature.title')} loading="lazy" />
    </span>
  ) : null;
}

function SmallSignature({ value }: ShownProps<'signature'>) {
  const t = useT();
  const [file] = typedFiles(value);
  return file ? (
    <img
      className="fw-signature-small"
      src={pictureAddress(file.id)}
      alt={t('records.signature.title')}
      loading="lazy"
    />
  ) : null;
}
