import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { Cascader } from '@formwork/web/inputs/heavy-inputs.ts';
import { Parts } from '../Parts.tsx';
import { FullText, ShownText } from '../ShownText.tsx';

export const addressUi: FieldUi<'address'> = { Editor: AddressEditor, Cell: ShownText, Detail: FullText, width: 240 };

interface RegionNode {
  value: string;
  label: string;
  name: string;
  isLeaf: boolean;
  children?: RegionNode[];
}

type Listed = { id: string; name: string; nameEn: string; children: number };
const mostListed = 500;

/** Regions level by level, each level read when it is opened; the way that is chosen stands there without being read. */
function AddressEditor({ field, value, onChange, input, autoFocus }: EditorProps<'address'>) {
  const t = useT();
  const locale = useLocale();
  const { depth, anyLevel = false, detail: hasDetail } = field.config;
  const given = partsIn(value);
  const top = useQuery(q(basedataApi.listRegions, { query: { limit: mostListed } }));
  const [below, setBelow] = useState<ReadonlyMap<string, readonly Listed[]>>(new Map());
  const nodes = useMemo(() => {
    const nodeOf = ({ id, name, nameEn, children }: Listed, level: number): RegionNode => {
      const read = below.get(id);
      return {
        value: id,
        label: locale === 'zh-CN' ? name : nameEn || name,
        name,
        isLeaf: children === 0 || level >= depth,
        ...(read && { children: read.map((one) => nodeOf(one, level + 1)) }),
      };
    };
    return (top.data?.rows ?? []).map((region) => nodeOf(region, 1));
  }, [top.data, below, depth, locale]);
  const read = async (way: readonly RegionNode[]) => {
    const parent = way.at(-1)?.value;
    if (parent === undefined || below.has(parent)) return;
    const { rows } = await call(basedataApi.listRegions, { query: { parent, limit: mostListed } });
    setBelow((before) => new Map([...before, [parent, rows]]));
  };
  const change = (part: Partial<typeof given>) => {
    const next = { ...given, ...part };
    onChange(next.regions.length === 0 && next.detail === '' ? null : next);
  };
  const { id, ...described } = input;
  const isNone = top.data?.rows.length === 0;
  return (
    <Parts className="fw-address">
      <Cascader
        {...input}
        className="fw-editor-wide"
        autoFocus={autoFocus ?? false}
        allowClear
        changeOnSelect={anyLevel}
        loading={top.isPending}
        placeholder={isNone ? t('records.address.no_regions') : t('records.address.choose')}
        disabled={isNone && given.regions.length === 0}
        options={nodes}
        loadData={(way: unknown) => void read(way as RegionNode[])}
        value={given.regions}
        displayRender={() => given.names.join(' / ')}
        onChange={(codes: unknown, way: unknown) =>
          change({
            regions: (codes as string[] | undefined) ?? [],
            names: ((way as RegionNode[] | undefined) ?? []).map(({ name }) => name),
          })
        }
      />
      {hasDetail && (
        <Input
          {...described}
          id={`${id}-detail`}
          aria-label={t('records.address.detail')}
          maxLength={300}
          placeholder={t('records.address.detail')}
          value={given.detail}
          onChange={(event) => change({ detail: event.target.value })}
        />
      )}
    </Parts>
  );
}

function partsIn(value: unknown): { names: string[]; detail: string; regions: string[] } {
  const { names, detail, regions } = (typeof value === 'object' && value !== null ? value : {}) as {
    names?: unknown;
    detail?: unknown;
    regions?: unknown;
  };
  const words = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
  return { names: words(names), detail: typeof detail === 'string' ? detail : '', regions: words(regions) };
}
