import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, type Plan } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi, ListingInput, type Listing } from '@formwork/contract/gateway/portal-api.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { DepartmentsInput, PeopleInput, RolesInput } from '@formwork/web/form/inputs/PickInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { liveTones, type Overview } from './ApiList.tsx';

const refresh = [gatewayPortalApi.listings];

interface Row {
  id: string;
  name: Text;
  listing: Listing | undefined;
}

/** What is served, who finds it in the portal, and under which plans they may ask for it. */
export function Listings({ overview }: { overview: Overview }) {
  const t = useT();
  const locale = useLocale();
  const [editing, setEditing] = useState<Row>();
  const listings = useQuery(q(gatewayPortalApi.listings));
  const plans = useQuery(q(gatewayApi.plans));
  const apis = useQuery(q(definitionsApi.list, { params: { kind: 'gateway_api' }, query: { limit: 200 } }));
  const remove = useCommand(gatewayPortalApi.removeListing, { refresh });
  const columns = useMemo(
    () =>
      columnsOf<Row>()('gateway.listing.column', {
        name: { width: 240, cell: ({ name }) => textIn(name, locale) },
        live: {
          width: 220,
          cell: ({ id }) => (
            <span className="resource-tags">
              {overview.live
                .filter(({ api }) => api === id)
                .map(({ environment, state }) => (
                  <StateTag key={environment} tone={liveTones[state]}>
                    {environment === 'live' ? t('gateway.environment.main') : environment}
                  </StateTag>
                ))}
            </span>
          ),
        },
        audience: {
          width: 280,
          cell: ({ listing }) =>
            listing
              ? listing.audience
                  .map((subject) =>
                    subject.kind === 'everyone'
                      ? t('resources.subject.everyone')
                      : (listing.names[`${subject.kind}:${subject.id}`] ?? '—'),
                  )
                  .join(', ')
              : t('gateway.listing.nobody'),
        },
        plans: {
          width: 220,
          cell: ({ listing }) =>
            (plans.data ?? [])
              .filter(({ id }) => listing?.plans.includes(id))
              .map(({ name }) => name)
              .join(', ') || '—',
        },
      })(t, locale),
    [t, locale, overview, plans.data],
  );
  if (!listings.data || !plans.data || !apis.data)
    return <Unread of={[listings, plans, apis]} skeleton={<SkeletonRows rows={8} />} />;
  const served = new Set(overview.live.map(({ api }) => api));
  const rows = apis.data.rows
    .filter(({ id }) => served.has(id))
    .map(({ id, name }): Row => ({ id, name, listing: listings.data.find(({ api }) => api === id) }));
  return (
    <div className="esb-body esb-fill">
      <p className="esb-note">
        {t('gateway.listing.hint')} <Link href={pathTo('esbPortal', {})}>{t('gateway.listing.open')}</Link>
      </p>
      <div className="esb-list">
        <DataList<Row>
          label={t('gateway.tab.portal')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          status="ready"
          onOpen={setEditing}
          rowActions={(row) => [
            { id: 'edit', title: t('gateway.listing.edit'), onSelect: () => setEditing(row) },
            ...(row.listing
              ? [
                  {
                    id: 'remove',
                    title: t('gateway.listing.remove'),
                    danger: true,
                    onSelect: () => void remove.run({ params: { apiId: row.id } }),
                  },
                ]
              : []),
          ]}
          empty={<EmptyState title={t('gateway.reference.none')} hint={t('gateway.reference.none_hint')} />}
        />
      </div>
      {editing && <ListingDialog row={editing} plans={plans.data} onClose={() => setEditing(undefined)} />}
    </div>
  );
}

const idsOf = (audience: readonly RuleSubject[], kind: 'department' | 'role' | 'person'): string[] =>
  audience.flatMap((subject) => (subject.kind === kind ? [subject.id] : []));

function ListingDialog({ row, plans, onClose }: { row: Row; plans: readonly Plan[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const save = useSave(gatewayPortalApi.putListing, { refresh, onDone: onClose, params: { apiId: row.id } });
  const audience = row.listing?.audience ?? [{ kind: 'everyone' as const }];
  const asked = row.listing?.plans ?? plans.map(({ id }) => id);
  return (
    <FormDialog
      title={t('gateway.listing.of', { name: textIn(row.name, locale) })}
      rules={ListingInput}
      initial={{
        everyone: audience.some(({ kind }) => kind === 'everyone'),
        departments: idsOf(audience, 'department'),
        roles: idsOf(audience, 'role'),
        people: idsOf(audience, 'person'),
        ...Object.fromEntries(plans.map(({ id }) => [`plan ${id}`, asked.includes(id)])),
      }}
      toBody={(values) => ({
        audience: values.everyone
          ? [{ kind: 'everyone' as const }]
          : [
              ...values.departments.map((id) => ({ kind: 'department' as const, id, below: true })),
              ...values.roles.map((id) => ({ kind: 'role' as const, id })),
              ...values.people.map((id) => ({ kind: 'person' as const, id })),
              // posts and groups are chosen elsewhere, and stay
              ...audience.filter(({ kind }) => kind === 'post' || kind === 'group'),
            ],
        plans: plans
          .filter(({ id }) => (values as unknown as Record<string, unknown>)[`plan ${id}`] === true)
          .map(({ id }) => id),
      })}
      command={save}
      onClose={onClose}
    >
      <SwitchInput name="everyone" path="audience" label={t('gateway.listing.everyone')} />
      <DepartmentsInput name="departments" path="audience" label={t('resources.subject.department')} multiple />
      <RolesInput name="roles" path="audience" label={t('resources.subject.role')} multiple />
      <PeopleInput name="people" path="audience" label={t('resources.subject.person')} multiple />
      {plans.map(({ id, name }) => (
        <SwitchInput key={id} name={`plan ${id}`} label={t('gateway.listing.plan', { name })} />
      ))}
    </FormDialog>
  );
}
