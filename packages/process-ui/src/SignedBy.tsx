import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

const SignatureDialog = lazy(() => import('@formwork/web/signature/SignatureDialog.tsx'));

/** A signature drawn for this step; `file` is the picture that was uploaded. */
export function SignatureInput({
  file,
  required,
  onFile,
}: {
  file: string | undefined;
  required: boolean;
  onFile: (file: string | undefined) => void;
}) {
  const t = useT();
  const [drawing, setDrawing] = useState(false);
  return (
    <fieldset className="process-field">
      <legend>{t(required ? 'workflow.submit.signature_required' : 'workflow.submit.signature')}</legend>
      <span className="process-signature">
        {file && <SignatureView file={file} />}
        <Button size="small" icon={<EditOutlined />} onClick={() => setDrawing(true)}>
          {t(file ? 'workflow.submit.sign_again' : 'workflow.submit.sign')}
        </Button>
        {file && (
          <Button size="small" type="text" danger onClick={() => onFile(undefined)}>
            {t('workflow.submit.unsign')}
          </Button>
        )}
      </span>
      {drawing && (
        <Suspense fallback={null}>
          <SignatureDialog
            onClose={() => setDrawing(false)}
            onDrawn={({ id }) => {
              onFile(id);
              setDrawing(false);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

export function SignatureView({ file }: { file: string }) {
  const t = useT();
  return (
    <img className="process-signed" src={pictureAddress(file)} alt={t('workflow.submit.signature')} loading="lazy" />
  );
}
