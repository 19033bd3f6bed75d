import { UsergroupAddOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import type { Choice, ChoiceKind } from './choice.ts';

const OrganizationDialog = lazy(() => import('./OrganizationDialog.tsx'));
const nothing: Choice[] = [];
const mostShown = 30;

interface Props {
  kinds: readonly ChoiceKind[];
  /** A choice may be taken out of what others bring in. */
  exceptions?: boolean;
  /** Of groups only the public ones: rights are given to no others. */
  publicOnly?: boolean;
  /** A form item hands over its own. */
  value?: Choice[];
  onChange?: (choices: Choice[]) => void;
  id?: string;
}

/** Several people, departments, posts and groups at once, as marks that one changes in a dialog. */
export function OrganizationScope({
  kinds,
  exceptions = false,
  publicOnly = false,
  value = nothing,
  onChange,
  id,
}: Props) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="organization-scope" id={id}>
      {value.slice(0, mostShown).map((choice) => (
        <Tag
          key={`${choice.kind} ${choice.id}`}
          closable
          color={choice.except ? 'red' : undefined}
          onClose={() => onChange?.(value.filter((one) => one !== choice))}
        >
          {choice.except ? t('records.pick.but', { name: choice.name }) : choice.name}
        </Tag>
      ))}
      {value.length > mostShown && <Tag>+{value.length - mostShown}</Tag>}
      <Button size="small" icon={<UsergroupAddOutlined />} onClick={() => setChoosing(true)}>
        {t('records.pick.choose')}
      </Button>
      {choosing && (
        <Suspense>
          <OrganizationDialog
            kinds={kinds}
            chosen={value}
            multiple
            publicOnly={publicOnly}
            exceptions={exceptions}
            onClose={() => setChoosing(false)}
            onDone={(choices) => {
              setChoosing(false);
              onChange?.(choices);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
