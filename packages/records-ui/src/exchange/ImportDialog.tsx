import { DownloadOutlined } from '@ant-design/icons';
import { Steps } from '@formwork/ui/feedback/steps.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { ChooseSheet, type SendSheet } from './ChooseSheet.tsx';
import './exchange.css';

const steps = { choose: 'sheets.step_choose', check: 'sheets.step_check', result: 'sheets.step_result' } as const;

interface Props {
  title: string;
  /** Which columns a file has, and what becomes of its rows. */
  hint: ReactNode;
  /** The address of an empty file with its columns. */
  template?: string;
  send: SendSheet;
  /** Somebody looks at what was understood before it is imported. */
  checked?: boolean;
  /** Stands here while that is so. */
  check?: ReactNode;
  /** What came of it, or how far it is. */
  result?: ReactNode;
  onClose: () => void;
}

/** An import in steps: choose a file, check what is understood of it, see what came of it. */
export function ImportDialog({ title, hint, template, send, checked = false, check, result, onClose }: Props) {
  const t = useT();
  const step = result ? 'result' : check ? 'check' : 'choose';
  const shown = (['choose', 'check', 'result'] as const).filter((id) => checked || id !== 'check');
  return (
    <Modal open title={title} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <div className="exchange-dialog">
        <Steps steps={shown.map((id) => ({ id, title: t(steps[id]) }))} current={step} />
        {step === 'choose' && (
          <>
            <p className="exchange-hint">{hint}</p>
            {template !== undefined && (
              <a href={template} download>
                <DownloadOutlined aria-hidden /> {t('sheets.template')}
              </a>
            )}
            <ChooseSheet send={send} />
          </>
        )}
        {check}
        {result}
      </div>
    </Modal>
  );
}
