import { UploadOutlined } from '@ant-design/icons';
import { packageEnding, packagesApi, type InstallPlan } from '@formwork/contract/packages/api.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { PlanView } from './PlanView.tsx';
import './packages.css';

/** A file, what it would do, and then the doing. */
export default function ImportDialog({ install, onClose }: { install?: string; onClose: () => void }) {
  const t = useT();
  const [id, setId] = useState(install);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const read = async (file: File) => {
    setBusy(true);
    setWrong(undefined);
    try {
      const plan: InstallPlan = await upload(packagesApi.plan, {}, [file]);
      setId(plan.id);
      void refresh(packagesApi.list);
    } catch (error) {
      setWrong(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open width={760} title={t('packages.import.title')} footer={null} onCancel={onClose}>
      {id !== undefined ? (
        <PlanView installId={id} onClose={onClose} />
      ) : (
        <div className="packages-stack">
          <p className="packages-quiet">{t('packages.import.drop')}</p>
          {wrong !== undefined && <Alert type="error" showIcon title={wrong} />}
          <Upload
            accept={`${packageEnding},.zip`}
            showUploadList={false}
            beforeUpload={(file) => {
              void read(file);
              return false;
            }}
          >
            <Button type="primary" icon={<UploadOutlined />} loading={busy}>
              {t(busy ? 'packages.import.reading' : 'packages.import.choose')}
            </Button>
          </Upload>
        </div>
      )}
    </Modal>
  );
}
