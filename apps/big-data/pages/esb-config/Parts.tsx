import type { Operation, Part } from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Input } from 'antd';
import { Lines, useNewId } from './Row.tsx';

/** The addresses whose answers an operation puts together. */
export function Parts({
  parts,
  readOnly,
  change,
}: {
  parts: Part[];
  readOnly: boolean;
  change: (part: Partial<Operation>, group?: string) => void;
}) {
  const t = useT();
  const newId = useNewId('a');
  const set = (id: string, more: Partial<Part>) =>
    change({ parts: parts.map((one) => (one.id === id ? { ...one, ...more } : one)) }, 'parts');
  return (
    <Lines
      name="parts"
      help
      lines={parts}
      add={t('gateway.part_of.add')}
      readOnly={readOnly}
      onAdd={() => change({ parts: [...parts, { id: newId(), name: '', url: '', required: false, health: '' }] })}
      onRemove={(id) => change({ parts: parts.filter((one) => one.id !== id) })}
    >
      {({ id, name, url, required, health }) => (
        <>
          <Input
            className="esb-half"
            aria-label={t('gateway.part_of.name')}
            disabled={readOnly}
            value={name}
            placeholder="customer"
            onChange={(event) => set(id, { name: event.target.value.trim() })}
          />
          <Input
            className="esb-wide"
            aria-label={t('gateway.source.url')}
            disabled={readOnly}
            value={url}
            placeholder="https://crm.example.com/customers/{id}"
            onChange={(event) => set(id, { url: event.target.value.trim() })}
          />
          <Input
            className="esb-half"
            aria-label={t('gateway.part_of.health')}
            title={t('gateway.part_of.health')}
            disabled={readOnly}
            value={health}
            placeholder="/health"
            onChange={(event) => set(id, { health: event.target.value.trim() })}
          />
          <Checkbox
            disabled={readOnly}
            checked={required}
            onChange={(event) => set(id, { required: event.target.checked })}
          >
            {t('gateway.part_of.required')}
          </Checkbox>
        </>
      )}
    </Lines>
  );
}
