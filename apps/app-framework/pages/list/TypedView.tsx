import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { isComplete, type ViewType } from '@formwork/contract/views/view.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { viewFields } from '@formwork/records-ui/views/view-fields.ts';
import { Alert, Button } from 'antd';
import { useMemo, useRef, type ComponentType } from 'react';
import { useFilterFields } from './filter-fields.ts';
import { nameFirst, shownFields } from './list-settings.ts';
import { ListToolbar } from './ListToolbar.tsx';
import './list.css';
import { QuickFilters } from './QuickFilters.tsx';
import { totalText } from './total-text.ts';
import type { TypeProps } from './type-props.ts';
import { useRecordCount } from './use-record-list.ts';

/** Search and filters above, the drawing of the type below; what others save is read again a moment later. */
export function TypedView({
  type,
  of: Type,
  ...given
}: Omit<TypeProps, 'fields' | 'cardFields'> & { type: ViewType; of: ComponentType<TypeProps> }) {
  const t = useT();
  const locale = useLocale();
  const {
    plan: { formId, definition },
    view,
    onView,
    settings,
    canStart,
  } = given;
  const count = useRecordCount(formId, view);
  const filterFields = useFilterFields(definition, canStart);
  const fields = useMemo(() => new Map(viewFields(definition).map((field) => [field.id, field])), [definition]);
  const cardFields = useMemo(
    () =>
      nameFirst(
        definition,
        shownFields(definition, { columns: settings.card ?? settings.columns }, false).slice(0, settings.card ? 12 : 5),
      ),
    [definition, settings.card, settings.columns],
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(`form:${formId}`, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(recordsApi.list, recordsApi.count, viewsApi.pivot), 600);
  });
  const total = totalText(count.data, t, locale);
  const badView = isApiError(count.error) && count.error.code.startsWith('records.list.');
  // the list beside the tree has its own tools
  if (type === 'tree' && isComplete(type, settings)) return <Type {...given} fields={fields} cardFields={cardFields} />;
  return (
    <div className="fw-records">
      <ListToolbar
        fields={filterFields}
        view={view}
        onView={onView}
        total={total ?? ''}
        fresh={0}
        stale={false}
        onRefresh={() => undefined}
      >
        {null}
      </ListToolbar>
      {(settings.quick ?? []).length > 0 && (
        <QuickFilters ids={settings.quick ?? []} fields={fields} view={view} onView={onView} />
      )}
      {badView && (
        <Alert
          type="warning"
          showIcon
          title={t('records.list.bad_view')}
          action={
            <Button size="small" onClick={() => onView({ filter: undefined, sort: undefined })}>
              {t('records.empty.clear')}
            </Button>
          }
        />
      )}
      {isComplete(type, settings) ? (
        <Type {...given} fields={fields} cardFields={cardFields} />
      ) : (
        <EmptyState title={t('views.type.incomplete')} hint={t('views.type.incomplete_hint')} />
      )}
    </div>
  );
}
