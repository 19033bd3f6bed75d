import { profileApi, type Profile } from '@formwork/contract/profile/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const SignatureDialog = lazy(() => import('@formwork/web/signature/SignatureDialog.tsx'));

/** The signature as it is written by hand. */
export function DrawnSignature({ profile: { drawnSignature } }: { profile: Profile }) {
  const t = useT();
  const [drawing, setDrawing] = useState(false);
  const remove = useCommand(profileApi.removeDrawnSignature, { refresh: [profileApi.get] });
  return (
    <FieldRow name="drawnSignature" wide label={t('personal.signature.title')}>
      <div className="drawn-signature">
        {drawnSignature ? (
          <img src={pictureAddress(drawnSignature)} alt={t('personal.signature.title')} />
        ) : (
          <span className="my-info-note">{t('personal.signature.none')}</span>
        )}
        <Button id="drawnSignature" size="small" onClick={() => setDrawing(true)}>
          {t(drawnSignature ? 'personal.signature.again' : 'personal.signature.draw')}
        </Button>
        {drawnSignature && (
          <Button size="small" type="text" danger loading={remove.pending} onClick={() => void remove.run()}>
            {t('personal.signature.remove')}
          </Button>
        )}
      </div>
      {drawing && (
        <Suspense fallback={null}>
          <SignatureDialog
            onClose={() => setDrawing(false)}
            onDrawn={async ({ id }) => {
              await call(profileApi.setDrawnSignature, { body: { file: id } });
              await refresh(profileApi.get);
              setDrawing(false);
            }}
          />
        </Suspense>
      )}
    </FieldRow>
  );
}
