import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { App } from '@formwork/contract/forms/api.ts';
import { madeKinds, madePages, type AppMenuTarget, type MadeKind } from '@formwork/contract/forms/app-menu.ts';
import { routes, type Route } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

interface Choice {
  value: string;
  label: string;
  named: Text;
  target: AppMenuTarget;
}

/** Labels of the application's forms, and what was made elsewhere: the entry gets the name that it has today. */
export function MadeTargets({ app, onAdd }: { app: App; onAdd: (target: AppMenuTarget, title: Text) => void }) {
  const t = useT();
  const locale = useLocale();
  const views = useQuery(q(viewsApi.ofApp, { params: { appId: app.id } }));
  const made = useMade();
  const choices = (views.data ?? []).map(({ id, formId, title }): Choice => {
    const form = textIn(app.forms.find((each) => each.id === formId)?.title, locale);
    return {
      value: id,
      label: `${form} · ${textIn(title, locale)}`,
      named: title,
      target: { kind: 'view', formId, viewId: id },
    };
  });
  const select = (label: string, groups: { label: string; options: Choice[] }[]) =>
    groups.some(({ options }) => options.length > 0) && (
      <Select<string>
        showSearch={{ optionFilterProp: 'label' }}
        className="menu-page"
        aria-label={label}
        placeholder={label}
        value={null}
        options={groups.length === 1 ? groups[0]!.options : groups}
        onChange={(id) => {
          const choice = groups.flatMap(({ options }) => options).find(({ value }) => value === id);
          if (choice) onAdd(choice.target, choice.named);
        }}
      />
    );
  return (
    <>
      {select(t('design.menu.add_view'), [{ label: '', options: choices }])}
      {select(
        t('design.menu.add_made'),
        made.map(([kind, options]) => ({ label: t(`design.menu.made_${kind}`), options })).filter(hasOptions),
      )}
    </>
  );
}

const mostOffered = 200;

/** Released dashboards, screens, portals: of each kind that this product has a page for. */
function useMade(): [MadeKind, Choice[]][] {
  const locale = useLocale();
  const enabled = useCan()('definitions.definition.read');
  const kinds = madeKinds.filter((kind) => (routes as readonly Route[]).some(({ id }) => id === madePages[kind]));
  return useQueries({
    queries: kinds.map((kind) => ({
      ...q(definitionsApi.list, { params: { kind }, query: { limit: mostOffered } }),
      enabled,
    })),
    combine: (readings) =>
      readings.map(({ data }, at): [MadeKind, Choice[]] => [
        kinds[at]!,
        (data?.rows ?? [])
          .filter(({ released }) => released !== null)
          .map(({ id, name }) => ({
            value: id,
            label: textIn(name, locale),
            named: name,
            target: { kind: 'made', of: kinds[at]!, id },
          })),
      ]),
  });
}

function hasOptions({ options }: { options: Choice[] }): boolean {
  return options.length > 0;
}
