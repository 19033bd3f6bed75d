import { gatewayApi, type Unsupported } from '@formwork/contract/gateway/api.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { resourceReadings } from '@formwork/web/resources/resource.ts';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';

/** An OpenAPI description by file, text or address; what of it the gateway does not do is named afterwards. */
export function ImportDialog({
  apiId,
  onClose,
  onMade,
}: {
  apiId?: string;
  onClose: () => void;
  onMade: (id: string) => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const [done, setDone] = useState<{ id: string; operations: number; unsupported: Unsupported[] }>();
  const command = useCommand(gatewayApi.importApi, { quiet: true, refresh: resourceReadings });
  const run = async () => {
    const trimmed = text.trim();
    const given = /^https?:\/\/\S+$/.test(trimmed) ? { address: trimmed } : { text };
    const made = await command.run({ body: { ...given, ...(apiId !== undefined && { apiId }) } });
    if (made && made.unsupported.length === 0) onMade(made.id);
    else if (made) setDone(made);
  };
  return (
    <Modal
      open
      width={720}
      title={t('gateway.import.title')}
      onCancel={onClose}
      footer={
        done ? (
          <Button type="primary" onClick={() => onMade(done.id)}>
            {t('gateway.import.open')}
          </Button>
        ) : (
          <Button type="primary" loading={command.pending} disabled={text.trim() === ''} onClick={() => void run()}>
            {t('gateway.import.run')}
          </Button>
        )
      }
    >
      {done ? (
        <div className="esb-stack">
          <Alert type="info" showIcon title={t('gateway.import.done', { count: done.operations })} />
          <ul className="esb-plain">
            {done.unsupported.slice(0, 100).map(({ where, what }) => (
              <li key={`${where} ${what}`}>
                <code>{where}</code> {what}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="esb-stack">
          {command.errorText !== undefined && <Alert type="error" showIcon title={command.errorText} />}
          <FileDrop
            accept=".json,.yaml,.yml"
            maxFiles={1}
            small
            note={t('gateway.import.drop')}
            onFiles={(files) => void files[0]?.text().then(setText)}
          />
          <Input.TextArea
            aria-label={t('gateway.import.text')}
            placeholder={t('gateway.import.text')}
            autoSize={{ minRows: 6, maxRows: 16 }}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
    </Modal>
  );
}
