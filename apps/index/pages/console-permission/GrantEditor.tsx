import { consoleApi, type ConsoleGrant } from '@formwork/contract/console/api.ts';
import { consolePages } from '@formwork/contract/console/pages.ts';
import { navOf } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, App, Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';

/** One administrator: the whole console, or the pages that are ticked. */
export function GrantEditor({ grant: { person, pages, can } }: { grant: ConsoleGrant }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [draft, setDraft] = useState(pages);
  const changed = JSON.stringify(draft) !== JSON.stringify(pages);
  useConfirmLeave(changed);
  const save = useCommand(consoleApi.setGrant, {
    refresh: [consoleApi.listGrants],
    onDone: () => void message.success(t('console.grants.saved')),
    onPrepared: () => setDraft(pages),
  });
  const groups = Map.groupBy(consolePages(), (route) => navOf(route)?.group ?? '');
  return (
    <div className="grant-editor">
      {!can.change && <Alert type="info" showIcon title={t('console.grants.own')} />}
      <Radio.Group
        disabled={!can.change}
        value={draft === null ? 'all' : 'some'}
        aria-label={t('console.grants.extent')}
        onChange={(event) => setDraft(event.target.value === 'all' ? null : (pages ?? []))}
        options={[
          { value: 'all', label: t('console.grants.all') },
          { value: 'some', label: t('console.grants.only') },
        ]}
      />
      {draft !== null &&
        [...groups].map(([group, routes]) => {
          const ids = routes.map(({ id }) => id);
          const held = ids.filter((id) => draft.includes(id));
          return (
            <fieldset key={group} className="grant-group">
              <legend>
                <Checkbox
                  disabled={!can.change}
                  checked={held.length === ids.length}
                  indeterminate={held.length > 0 && held.length < ids.length}
                  onChange={(event) =>
                    setDraft([...draft.filter((id) => !ids.includes(id)), ...(event.target.checked ? ids : [])])
                  }
                >
                  {group === '' ? t('console.grants.other') : t(`shell.nav.${group}`)}
                </Checkbox>
              </legend>
              <Checkbox.Group
                disabled={!can.change}
                value={held}
                options={routes.map((route) => ({ value: route.id, label: textIn(route.title, locale) }))}
                onChange={(next) => setDraft([...draft.filter((id) => !ids.includes(id)), ...next])}
              />
            </fieldset>
          );
        })}
      {can.change && (
        <div>
          <Button
            type="primary"
            disabled={!changed}
            loading={save.pending}
            onClick={() => void save.run({ params: { personId: person.id }, body: { pages: draft } })}
          >
            {t('console.grants.save')}
          </Button>
        </div>
      )}
    </div>
  );
}
