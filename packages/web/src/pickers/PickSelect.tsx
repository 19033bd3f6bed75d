import { useQuery } from '@tanstack/react-query';
import { ApartmentOutlined } from '@ant-design/icons';
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import { choiceKinds, type ChoiceKind } from './choice.ts';
import { useT } from '../i18n/i18n.ts';

import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Select } from '../inputs/heavy-inputs.ts';
import { rememberNames, useNames, type NameKind } from './names.ts';

export interface PickSelectProps<Picked extends { id: string; name: string }> {
  kind: NameKind;
  /** Ties the input to its label and error; outside a form's field there is none. */
  input?: Partial<FieldInput> & { 'aria-label'?: string };
  value: string[];
  onChange: (ids: string[]) => void;
  multiple: boolean;
  max?: number | undefined;
  autoFocus?: boolean | undefined;
  disabled?: boolean;
  placeholder?: string | undefined;
  /** Ids that are not offered. */
  except?: readonly string[] | undefined;
  /** Of groups only the public ones. */
  publicOnly?: boolean;
  /** Among which it searches, where not among all. */
  scope?: string | undefined;
  /** Those whose name fits the search; the readings are cached by `kind` and search. */
  find: (search: string) => Promise<Picked[]>;
  describe: (picked: Picked) => ReactNode;
}

// trees and lists are many: they come when somebody wants to look through them
const OrganizationDialog = lazy(() => import('./OrganizationDialog.tsx'));
const nobody: readonly string[] = [];

/** People, departments or posts chosen from a search that the server answers, or in a dialog in which one can look around. */
export function PickSelect<Picked extends { id: string; name: string }>({
  kind,
  input,
  value,
  onChange,
  multiple,
  max,
  autoFocus,
  disabled = false,
  except = nobody,
  publicOnly = false,
  scope = '',
  placeholder,
  find,
  describe,
}: PickSelectProps<Picked>) {
  const t = useT();
  const nameOf = useNames(kind, value);
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [browsing, setBrowsing] = useState(false);
  const asked = useDeferredValue(search);
  const { data = [], isFetching } = useQuery({
    queryKey: ['pick', kind, publicOnly, scope, asked],
    queryFn: async () => {
      const found = await find(asked);
      rememberNames(kind, found);
      return found;
    },
    enabled: open,
    placeholderData: (before) => before,
  });
  const options = data
    .filter(({ id }) => !except.includes(id))
    .map((picked) => ({ value: picked.id, label: picked.name, shown: describe(picked) }));
  const chosen = value.map((id) => ({ value: id, label: nameOf(id) ?? '…' }));
  return (
    <span className="fw-pick">
      <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
        <Select
          {...input}
          className="fw-editor-wide"
          mode={multiple ? 'multiple' : undefined}
          labelInValue
          disabled={disabled}
          placeholder={placeholder}
          allowClear
          autoFocus={autoFocus ?? false}
          maxCount={multiple ? max : undefined}
          showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
          onOpenChange={setOpen}
          loading={isFetching}
          notFoundContent={isFetching ? t('records.pick.searching') : t('records.pick.nobody')}
          value={multiple ? chosen : (chosen[0] ?? null)}
          options={options}
          optionRender={({ data: option }) => (option as unknown as { shown: ReactNode }).shown}
          onChange={(picked: unknown) => {
            // the next one is found by a search of its own
            setSearch('');
            onChange(idsOf(picked));
          }}
        />
      </Suspense>
      {isChoiceKind(kind) && (
        <button
          type="button"
          className="fw-icon-button"
          disabled={disabled}
          aria-label={t(`records.pick.choose_${kind}`)}
          title={t(`records.pick.choose_${kind}`)}
          onClick={() => setBrowsing(true)}
        >
          <ApartmentOutlined />
        </button>
      )}
      {browsing && isChoiceKind(kind) && (
        <Suspense>
          <OrganizationDialog
            kinds={[kind]}
            chosen={value.map((id) => ({ kind, id, name: nameOf(id) ?? '…' }))}
            multiple={multiple}
            max={max}
            except={except}
            publicOnly={publicOnly}
            onClose={() => setBrowsing(false)}
            onDone={(choices) => {
              rememberNames(kind, choices);
              setBrowsing(false);
              onChange(choices.map(({ id }) => id));
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

function isChoiceKind(kind: NameKind): kind is ChoiceKind {
  return (choiceKinds as readonly string[]).includes(kind);
}

function idsOf(picked: unknown): string[] {
  const all = Array.isArray(picked) ? picked : picked ? [picked] : [];
  return (all as { value: string }[]).map(({ value }) => value);
}
