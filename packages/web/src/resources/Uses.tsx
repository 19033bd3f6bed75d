import { definitionsApi, type Definition, type DefinitionUses } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { q } from '../http/query.ts';
import { Unread } from '../http/Unread.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';
import { Behind } from './Behind.tsx';
import { addressOfDefinition, kindName } from './addresses.ts';
import './resources.css';

/** Who names a definition, each with the way to it; those one may not see are counted. */
export function UsesDialog({ definition, onClose }: { definition: Definition; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Modal
      open
      title={t('resources.uses_of', { name: textIn(definition.name, locale) })}
      footer={null}
      onCancel={onClose}
    >
      <UsesOf kind={definition.kind} id={definition.id} />
      <Behind kind={definition.kind} id={definition.id} direction="up" />
      <Behind kind={definition.kind} id={definition.id} />
    </Modal>
  );
}

export function UsesOf({ kind, id }: { kind: string; id: string }) {
  const t = useT();
  const reading = useQuery(q(definitionsApi.uses, { params: { kind, id } }));
  if (!reading.data) return <Unread of={[reading]} small skeleton={<SkeletonRows rows={3} columns={2} />} />;
  const { uses, hidden } = reading.data;
  if (uses.length + hidden === 0) return <EmptyState small title={t('resources.no_uses')} />;
  return <UseLines uses={uses} hidden={hidden} />;
}

const tones = { refuse: 'error', warn: 'warning' } as const;

/** Uses as a refusal tells of them, or as they are asked for. */
export function UseLines({ uses, hidden }: DefinitionUses) {
  const t = useT();
  const locale = useLocale();
  return (
    <ul className="resource-uses">
      {uses.map((use, at) => {
        const href = addressOfDefinition(use);
        const name = textIn(use.name, locale);
        return (
          <li key={at}>
            <StateTag tone={tones[use.how]}>{t(`resources.how.${use.how}`)}</StateTag>
            <span>
              {kindName(use.kind, t)} {href === undefined ? <b>{name}</b> : <Link href={href}>{name}</Link>}
              {use.of === 'draft' && <small> {t('resources.in_draft')}</small>}
            </span>
          </li>
        );
      })}
      {hidden > 0 && <li>{t('resources.uses_hidden', { count: hidden })}</li>}
    </ul>
  );
}
