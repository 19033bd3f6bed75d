import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { joinKinds, type SetJoin, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Select } from 'antd';
import { FormSelect } from '../../../parts/FormSelect.tsx';
import { useParts, type Part } from './use-parts.ts';

type JoinSource = Extract<SetSource, { is: 'join' }>;

interface Props {
  source: JoinSource;
  readOnly: boolean;
  onSource: (source: JoinSource) => void;
}

const mostJoins = 5;

/** The first form or data set, and those that come to it where fields are equal. */
export function SetJoinSettings({ source, readOnly, onSource }: Props) {
  const t = useT();
  const parts = useParts(source);
  const { first, joins } = source;
  const set = (as: string, part: Partial<SetJoin>) =>
    onSource({ ...source, joins: joins.map((one) => (one.as === as ? { ...one, ...part } : one)) });
  const add = () => {
    const taken = new Set([first.as, ...joins.map(({ as }) => as)]);
    const as = Array.from({ length: mostJoins + 2 }, (_, at) => `p${at}`).find((one) => !taken.has(one))!;
    onSource({
      ...source,
      joins: [...joins, { as, of: null, kind: 'left', on: [{ part: first.as, from: '', field: '' }] }],
    });
  };
  return (
    <div className="set-joins">
      <FormSelect
        value={first.of}
        disabled={readOnly}
        onChange={(of) => onSource({ ...source, first: { ...first, of } })}
      />
      {joins.map((join, at) => (
        <JoinForm
          key={join.as}
          join={join}
          before={[first.as, ...joins.slice(0, at).map(({ as }) => as)]}
          parts={parts}
          readOnly={readOnly}
          onJoin={(part) => set(join.as, part)}
          onRemove={() =>
            onSource({
              ...source,
              // what stood on it is joined by nothing then
              joins: joins
                .filter(({ as }) => as !== join.as)
                .map((one) => ({ ...one, on: one.on.filter(({ part }) => part !== join.as) })),
            })
          }
        />
      ))}
      {!readOnly && joins.length < mostJoins && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={add}>
          {t('analytics.set.join.add')}
        </Button>
      )}
      <p className="analytics-quiet">{t('analytics.set.join.hint')}</p>
    </div>
  );
}

interface JoinProps {
  join: SetJoin;
  before: readonly string[];
  parts: ReadonlyMap<string, Part>;
  readOnly: boolean;
  onJoin: (part: Partial<SetJoin>) => void;
  onRemove: () => void;
}

function JoinForm({ join, before, parts, readOnly, onJoin, onRemove }: JoinProps) {
  const t = useT();
  const locale = useLocale();
  const fieldsOf = (part: string) =>
    (parts.get(part)?.fields ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const earlier = before.map((part) => ({
    key: part,
    label: parts.get(part)?.title ?? '…',
    options: fieldsOf(part).map(({ value, label }) => ({ value: `${part}.${value}`, label })),
  }));
  const pair = (at: number, next: Partial<SetJoin['on'][number]>) =>
    onJoin({ on: join.on.map((one, index) => (index === at ? { ...one, ...next } : one)) });
  return (
    <div className="set-join" role="group" aria-label={t('analytics.set.join.of')}>
      <FormSelect
        value={join.of}
        disabled={readOnly}
        onChange={(of) => onJoin({ of, on: join.on.map((one) => ({ ...one, field: '' })) })}
      />
      <Select
        aria-label={t('analytics.set.join.kind')}
        disabled={readOnly}
        value={join.kind}
        options={joinKinds.map((value) => ({ value, label: t(`analytics.set.join.kind.${value}`) }))}
        onChange={(kind: SetJoin['kind']) => onJoin({ kind })}
      />
      {join.on.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- pairs have no name of their own
        <div key={at} className="set-join-on">
          <Select
            size="small"
            aria-label={t('analytics.set.join.from')}
            placeholder={t('analytics.set.join.from')}
            disabled={readOnly}
            showSearch={{ optionFilterProp: 'label' }}
            value={one.from === '' ? undefined : `${one.part}.${one.from}`}
            options={earlier}
            onChange={(value: string) => {
              const dot = value.indexOf('.');
              pair(at, { part: value.slice(0, dot), from: value.slice(dot + 1) });
            }}
          />
          <span aria-hidden>=</span>
          <Select
            size="small"
            aria-label={t('analytics.set.join.field')}
            placeholder={t('analytics.set.join.field')}
            disabled={readOnly || join.of === null}
            showSearch={{ optionFilterProp: 'label' }}
            value={one.field === '' ? undefined : one.field}
            options={fieldsOf(join.as)}
            onChange={(field: string) => pair(at, { field })}
          />
          {!readOnly && join.on.length > 1 && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('analytics.set.join.remove_pair')}
              onClick={() => onJoin({ on: join.on.filter((_, index) => index !== at) })}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <div className="set-buttons">
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={join.on.length >= 10}
            onClick={() => onJoin({ on: [...join.on, { part: before[0]!, from: '', field: '' }] })}
          >
            {t('analytics.set.join.pair')}
          </Button>
          <Button size="small" icon={<DeleteOutlined />} onClick={onRemove}>
            {t('analytics.set.join.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}
