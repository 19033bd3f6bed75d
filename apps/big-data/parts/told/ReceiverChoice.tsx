import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { FieldRow } from '../FieldRow.tsx';

interface Props {
  /** Others are told by those alone who may change what they are told of. */
  mayTellOthers: boolean;
  value: Choice[];
  onChange: (next: Choice[]) => void;
}

/** Who is told: oneself, and people, departments, posts, groups and roles as they are when it is told. */
export function ReceiverChoice({ mayTellOthers, value, onChange }: Props) {
  const t = useT();
  if (!mayTellOthers) return null;
  return (
    <FieldRow label={t('analytics.told.receivers')}>
      <OrganizationScope
        kinds={['people', 'departments', 'posts', 'groups', 'roles']}
        exceptions
        value={value}
        onChange={onChange}
      />
    </FieldRow>
  );
}
