import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import type { Operation } from '@formwork/contract/gateway/definition.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { Row } from './Row.tsx';

type Kept = NonNullable<Operation['query']>;

interface Props {
  query: Kept | null;
  readOnly: boolean;
  onChoose: (sql: string, query: Kept) => void;
  onDetach: () => void;
}

/** A statement that one has kept elsewhere: the API refers to it in one version, and says when there is a newer one. */
export function KeptQueries({ query, readOnly, onChoose, onDetach }: Props) {
  return query ? (
    <Chosen query={query} readOnly={readOnly} onChoose={onChoose} onDetach={onDetach} />
  ) : (
    <Choice readOnly={readOnly} onChoose={onChoose} />
  );
}

function Choice({ readOnly, onChoose }: Pick<Props, 'readOnly' | 'onChoose'>) {
  const t = useT();
  const kept = useQuery({ ...q(explorerApi.queries, { query: { kept: true } }), enabled: !readOnly });
  if (readOnly || !kept.data || kept.data.length === 0) return null;
  return (
    <Row name="kept_query" help>
      {(id) => (
        <Select
          id={id}
          value={null}
          placeholder={t('gateway.sql.kept_choose')}
          onChange={(chosen: string | null) => {
            const found = kept.data.find((one) => one.id === chosen);
            if (found) onChoose(found.sql, { id: found.id, name: found.name ?? '', version: found.version });
          }}
          options={kept.data.map((one) => ({ value: one.id, label: one.name ?? one.sql.slice(0, 60) }))}
        />
      )}
    </Row>
  );
}

function Chosen({ query, readOnly, onChoose, onDetach }: Props & { query: Kept }) {
  const t = useT();
  const { data } = useQuery(q(explorerApi.queryVersions, { query: { ids: query.id } }));
  const now = data?.find(({ id }) => id === query.id);
  const isNewer = now !== undefined && now.version > query.version;
  return (
    <Row name="kept_query" wide>
      {() => (
        <div className="esb-line">
          <span>{t('gateway.sql.kept_as', { name: now?.name ?? query.name, version: query.version })}</span>
          {data && !now && <StateTag tone="warning">{t('gateway.sql.kept_gone')}</StateTag>}
          {isNewer && <StateTag tone="info">{t('gateway.sql.kept_newer', { version: now.version })}</StateTag>}
          {isNewer && now.sql !== null && (
            <Button
              size="small"
              disabled={readOnly}
              onClick={() => onChoose(now.sql!, { id: now.id, name: now.name, version: now.version })}
            >
              {t('gateway.sql.kept_take')}
            </Button>
          )}
          {isNewer && now.sql === null && <span className="esb-note">{t('gateway.sql.kept_theirs')}</span>}
          <Button size="small" type="text" disabled={readOnly} onClick={onDetach}>
            {t('gateway.sql.kept_detach')}
          </Button>
        </div>
      )}
    </Row>
  );
}
