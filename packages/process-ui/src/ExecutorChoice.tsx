import { ArrowDownOutlined, ArrowUpOutlined, SortAscendingOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Signing } from '@formwork/contract/workflow/graph.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';

interface Props {
  label: string;
  signing: Signing;
  people: string[];
  onPeople: (people: string[]) => void;
}

/** Who carries out a step, chosen by whoever submits before it; where they act one after another, in which order. */
export function ExecutorChoice({ label, signing, people, onPeople }: Props) {
  const t = useT();
  const ordered = signing.way === 'serial' && people.length > 1;
  return (
    <div className="process-field">
      <label className="process-field">
        {label}
        <PersonPicker multiple value={people} onChange={onPeople} />
      </label>
      {ordered &&
        (signing.order === 'pinyin' ? (
          <small className="process-quiet">{t('workflow.submit.pinyin_order')}</small>
        ) : (
          <Order people={people} onPeople={onPeople} />
        ))}
    </div>
  );
}

function Order({ people, onPeople }: Pick<Props, 'people' | 'onPeople'>) {
  const t = useT();
  const nameOf = useNames('people', people);
  // how the server spells them: it orders by that where the node itself asks for the order of names
  const spelled = useQuery(q(organizationApi.pickPeople, { query: { ids: people.toSorted() } })).data;
  const spellings = new Map(spelled?.map(({ id, spelling }) => [id, spelling ?? '']));
  const swap = (at: number, to: number) =>
    onPeople(people.map((id, index) => (index === at ? people[to]! : index === to ? people[at]! : id)));
  const byPinyin = () => onPeople(people.toSorted((a, b) => inOrder(spellings.get(a) ?? '', spellings.get(b) ?? '')));
  return (
    <>
      <span className="process-order-head">
        <small className="process-quiet">{t('workflow.submit.chosen_order')}</small>
        <Button
          size="small"
          type="link"
          icon={<SortAscendingOutlined />}
          disabled={spelled === undefined}
          onClick={byPinyin}
        >
          {t('workflow.submit.by_pinyin')}
        </Button>
      </span>
      <ol className="process-order">
        {people.map((id, at) => (
          <li key={id}>
            <span>{nameOf(id) ?? '…'}</span>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={t('workflow.submit.earlier', { name: nameOf(id) ?? '' })}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              disabled={at === people.length - 1}
              aria-label={t('workflow.submit.later', { name: nameOf(id) ?? '' })}
              onClick={() => swap(at, at + 1)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
